package dev.sluice.server.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.Soon;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Nodes;
import dev.sluice.server.MemoryPorts;
import dev.sluice.server.engine.Switches.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SwitchesTest {

    private final SlowNodes nodes = new SlowNodes();
    private final List<Thread> asides = new CopyOnWriteArrayList<>();
    private final Switches switches =
            new Switches(
                    nodes,
                    new MemoryPorts().broadcast,
                    task -> asides.add(Thread.ofPlatform().daemon().start(task)));

    @Test
    void what_was_read_before_a_change_is_not_known_after_it() throws Exception {
        switches.set(Set.of(Switch.READ_ONLY));
        nodes.hold();
        switches.hear(new Signal.SwitchesChanged());
        Soon.until("the switches are being read", nodes.reading);
        var setting =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> switches.set(Set.of(Switch.NO_NEW_PASSES)));
        // It has changed them already, or it waits for the reader.
        Soon.until(
                "the change is made or waits",
                () -> !setting.isAlive() || setting.getState() == Thread.State.BLOCKED);

        nodes.goOn.countDown();

        Soon.until("the change is made", () -> !setting.isAlive());
        Soon.until("nobody reads", () -> asides.stream().noneMatch(Thread::isAlive));
        assertEquals(Set.of(Switch.NO_NEW_PASSES), switches.on());
    }

    /// Values in a map. A reader that is held has read already and goes on when it is let.
    private static final class SlowNodes implements Nodes {

        private final Map<String, String> values = new ConcurrentHashMap<>();
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile boolean isHeld;

        void hold() {
            isHeld = true;
        }

        @Override
        public Optional<String> findValue(String name) {
            var found = Optional.ofNullable(values.get(name));
            if (!isHeld) return found;
            isHeld = false;
            reading.countDown();
            try {
                Soon.until("it may go on", goOn);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return found;
        }

        @Override
        public void putValue(String name, String value) {
            values.put(name, value);
        }

        @Override
        public Optional<Lease> lease(String owner, Instant now, Duration length) {
            return Optional.empty();
        }

        @Override
        public boolean renew(Lease lease, Instant now, Duration length) {
            return false;
        }

        @Override
        public void giveBack(Lease lease, Instant now) {}

        @Override
        public boolean lead(String duty, String owner, Instant now, Duration length) {
            return false;
        }

        @Override
        public byte[] secret(String name, byte[] candidate) {
            return candidate;
        }
    }
}
