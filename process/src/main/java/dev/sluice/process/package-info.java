/// Java programs as processes of their own, none of which outlives the one that started it: a
/// server that a rehearsal, a bench or a test drives, and a rehearsal that a server starts.
package dev.sluice.process;
