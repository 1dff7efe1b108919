/// The ports in their plainest form, in memory and obviously right, for tests and the simulation.
/// What a real adapter makes durable survives `crash()` here; everything else is lost by it.
package dev.sluice.plain;
