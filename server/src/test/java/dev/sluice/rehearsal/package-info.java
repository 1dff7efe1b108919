/// A stand-in for the module `rehearsal`, which the server starts as a process but does not know.
package dev.sluice.rehearsal;
