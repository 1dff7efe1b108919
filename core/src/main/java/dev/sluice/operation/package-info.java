/// Running sales: publishing, pausing, closing and restocking them, carrying them in memory from
/// the start of the process to their end, and daily sales that follow one another.
///
/// Uses: board, id, port, sale.
package dev.sluice.operation;
