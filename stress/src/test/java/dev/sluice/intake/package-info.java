/// Races in a batcher. They stand in its package, since it is what they look into.
package dev.sluice.intake;
