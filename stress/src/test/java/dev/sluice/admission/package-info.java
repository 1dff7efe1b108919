/// Races at a gate.
package dev.sluice.admission;
