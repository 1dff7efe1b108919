/// The buyers: what each habit does, one call after the other, what they were told, and what is
/// recorded of it afterwards. All of it belongs to one event loop and needs no lock.
///
/// Uses: evidence, http, scenario.
package dev.sluice.rehearsal.crowd;
