/// A crowd on demand: buyers who behave like people and worse, sent at a running Sluice over HTTP
/// and WebSocket, and afterwards a verdict with its evidence and a report. Nothing here borrows a
/// rule from the engine: what was told and what was recorded are compared with arithmetic of their
/// own. This room has the command itself: its options, and a rehearsal from the first buyer that is
/// made until everything has come to rest.
///
/// Uses: backstage, crowd, evidence, report, scenario, terminal, verdict.
package dev.sluice.rehearsal;
