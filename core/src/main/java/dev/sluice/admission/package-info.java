/// Who may claim: the gate of an offer, which bounds the passes that are out, and the passes
/// themselves, which are signed.
///
/// Uses: board, id, port.
package dev.sluice.admission;
