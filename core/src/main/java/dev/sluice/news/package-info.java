/// Telling those who asked to be told: the one list of subscribers that everybody uses, and how
/// what comes in as text reaches it.
///
/// Uses: port.
package dev.sluice.news;
