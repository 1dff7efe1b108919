/// Work that is done again and again on a thread of its own and goes on whatever happens, with
/// pauses that grow and an end.
///
/// Uses: port.
package dev.sluice.loop;
