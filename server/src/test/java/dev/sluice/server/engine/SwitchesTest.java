package dev.sluice.server.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.Soon;
import dev.sluice.plain.Fuses;
import dev.sluice.plain.PlainBroadcast;
import dev.sluice.plain.PlainNodes;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Nodes;
import dev.sluice.port.Unavailable;
import dev.sluice.server.engine.Switches.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SwitchesTest {

    private final SlowNodes nodes = new SlowNodes();
    private final PlainBroadcast broadcast = new PlainBroadcast();
    private final List<Thread> asides = new CopyOnWriteArrayList<>();
    private final Switches switches =
            new Switches(
                    nodes, broadcast, task -> asides.add(Thread.ofPlatform().daemon().start(task)));

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

    @Test
    void what_another_node_has_turned_is_told_once_it_is_known_here() {
        var later = new ArrayList<Runnable>();
        var here = new Switches(nodes, broadcast, later::add);
        var told = new ArrayList<Set<Switch>>();
        here.listen(on -> told.add(here.on()));
        switches.set(Set.of(Switch.POLLING_ONLY));

        here.hear(new Signal.SwitchesChanged());
        assertEquals(List.of(), told);
        later.forEach(Runnable::run);

        assertEquals(List.of(Set.of(Switch.POLLING_ONLY)), told);
    }

    @Test
    void switches_that_could_not_be_read_are_read_by_the_next_turn_of_the_duty() {
        var fuses = new Fuses();
        var here =
                new Switches(
                        fuses.around(Nodes.class, nodes),
                        broadcast,
                        task -> assertThrows(Unavailable.class, task::run));
        switches.set(Set.of(Switch.READ_ONLY));
        fuses.blowBefore("findValue");

        here.hear(new Signal.SwitchesChanged());
        assertEquals(Set.of(), here.on());
        here.catchUp();

        assertEquals(Set.of(Switch.READ_ONLY), here.on());
    }

    /// Values in a map. A reader that is held has read already and goes on when it is let.
    private static final class SlowNodes extends PlainNodes {

        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile boolean isHeld;

        void hold() {
            isHeld = true;
        }

        @Override
        public Optional<String> findValue(String name) {
            var found = super.findValue(name);
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
    }
}
