/// Runs the races of this module with jcstress and judges them. A race is two actors that use one
/// object at the same moment, and an arbiter that looks at it afterwards. It lists what the
/// comment of the class allows them to see; everything else is forbidden. Races stand in the
/// package of the class that they test, and are named after it: `SequencerStress`.
///
/// Nothing of this module ships.
package dev.sluice.stress;
