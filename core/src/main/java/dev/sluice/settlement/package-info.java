/// From the queue to orders and on: `Settlement`, expiry of unpaid orders, cancelling, paying, and
/// `Reconciliation`, which compares what hold store, queue and order book count.
package dev.sluice.settlement;
