/// What a terminal shows while a rehearsal runs, and the verdict in words.
///
/// Uses: crowd, plot, verdict.
package dev.sluice.rehearsal.terminal;
