/// The ports in their plainest form, in memory and obviously right, for tests and the simulation.
/// What a real adapter makes durable survives `crash()` here; everything else is lost by it. They
/// pass the suites in `contracts`, to which this package goes as a jar of its own.
package dev.sluice.plain;
