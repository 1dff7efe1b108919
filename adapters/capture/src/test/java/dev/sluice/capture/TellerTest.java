package dev.sluice.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.id.SaleId;
import dev.sluice.port.Changes.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TellerTest {

    private final LinkedBlockingQueue<Change> told = new LinkedBlockingQueue<>();

    @Test
    void everything_is_told_in_order_and_then_a_second_time() throws Exception {
        try (var teller = new Teller("test", told::add)) {
            teller.tell(List.of(sale(1), sale(2)));
            assertEquals(List.of(sale(1), sale(2), sale(1), sale(2)), receive(4));
        }
    }

    @Test
    void for_a_slow_subscriber_only_a_bounded_number_waits() throws Exception {
        var go = new CountDownLatch(1);
        var entered = new CountDownLatch(1);
        try (var teller =
                new Teller(
                        "test",
                        change -> {
                            entered.countDown();
                            await(go);
                            told.add(change);
                        })) {
            teller.tell(List.of(sale(0)));
            assertTrue(entered.await(HoldSamples.SOON.toSeconds(), TimeUnit.SECONDS));
            for (int i = 1; i <= 5_500; i++) teller.tell(List.of(sale(i)));
            go.countDown();

            var first = receive(2);
            assertEquals(List.of(sale(0), new Change.Any()), first);
            var rest = new ArrayList<Change>();
            do rest.addAll(receive(1));
            while (!rest.getLast().equals(sale(5_500)));
            assertTrue(rest.size() <= 1_001, rest.size() + " were told");
        }
    }

    private List<Change> receive(int count) throws InterruptedException {
        var received = new ArrayList<Change>();
        while (received.size() < count) {
            var next = told.poll(HoldSamples.SOON.toSeconds(), TimeUnit.SECONDS);
            assertTrue(next != null, "only " + received + " was told");
            received.add(next);
        }
        return received;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Change sale(long id) {
        return new Change.SaleEdited(new SaleId(id));
    }
}
