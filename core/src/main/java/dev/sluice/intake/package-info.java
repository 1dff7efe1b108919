/// From claim to decision: `Intake` sends what has arrived to the hold store as one batch and
/// answers everyone in it.
///
/// Uses: board, id, port, sale.
package dev.sluice.intake;
