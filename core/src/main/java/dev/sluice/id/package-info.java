/// Ids: one type for each thing that has one, their text, and the hash that spreads them. An id is
/// a number in the order of time.
///
/// Uses: nothing.
package dev.sluice.id;
