/// Claims from when they are queued to their end: finding one wherever it is known, hearing how it
/// ended, and asking for ends that nobody may have told.
///
/// Uses: board, id, news, port, sale.
package dev.sluice.claim;
