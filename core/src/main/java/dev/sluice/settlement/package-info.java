/// From the queue to orders and on: `Settlement`, expiry of unpaid orders, cancelling, paying,
/// refunds, and `Reconciliation`, which compares what hold store, queue and order book count.
///
/// Uses: board, id, loop, port, sale.
package dev.sluice.settlement;
