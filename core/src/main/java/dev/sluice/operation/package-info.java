/// Running sales: publishing, pausing, closing and restocking them, carrying them in memory from
/// the start of the process to their end, and daily sales that follow one another. Beats between
/// the nodes, by which signals that were lost are noticed.
package dev.sluice.operation;
