/// Whole sales in one thread, with a simulated clock, faults and crashes, all from one seed. Checks
/// that borrow no rule from the core hold each step to the promises, and planted bugs show that the
/// checks can fail.
package dev.sluice.simulation;
