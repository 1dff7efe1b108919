package dev.sluice.contracts;

import dev.sluice.admission.LocalGates;
import dev.sluice.plain.PlainGrants;
import dev.sluice.port.Gates;
import java.util.Collections;
import java.util.List;

class LocalGatesTest implements GatesContract {

    @Override
    public List<Gates> gates(int nodes) {
        return Collections.nCopies(nodes, new LocalGates(new PlainGrants(), HoldSamples.NOON));
    }
}
