/// Races in a sequencer, which nobody outside of this package can see.
package dev.sluice.cluster;
