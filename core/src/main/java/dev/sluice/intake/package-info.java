/// From claim to decision: ids, passes, the gate, sold-out marks, the memory of claims, and
/// `Intake`, which sends claims to the hold store in batches.
package dev.sluice.intake;
