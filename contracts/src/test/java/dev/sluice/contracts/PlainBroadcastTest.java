package dev.sluice.contracts;

import dev.sluice.plain.PlainBroadcast;
import dev.sluice.port.Broadcast;
import java.util.Collections;
import java.util.List;

class PlainBroadcastTest implements BroadcastContract {

    @Override
    public List<Broadcast> nodes(int count) {
        return Collections.nCopies(count, new PlainBroadcast());
    }
}
