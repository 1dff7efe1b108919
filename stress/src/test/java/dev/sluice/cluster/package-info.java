/// Races in a lane, which nobody outside of this package can see.
package dev.sluice.cluster;
