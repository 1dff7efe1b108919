package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.port.Broadcast.Signal;
import dev.sluice.server.admin.AdminTest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Ready means ready: the loops that must go on are part of it.
class ReadyTest extends AdminTest {

    @Test
    void the_loops_and_the_ids_are_looked_at() {
        var ready = api.root().get("/health/ready").is(200);
        for (var check : List.of("claims", "ids", "orderBook", "queue", "settlement")) {
            assertEquals("UP", ready.text("checks/" + check), check);
        }
    }

    /// By an error, which the broadcast does not keep from who sends.
    @Test
    void a_settlement_that_fails_turn_after_turn_is_not_ready_and_outlives_it() {
        var broken = new AtomicBoolean(true);
        sluice.engine()
                .ports()
                .broadcast()
                .subscribe(signal -> {
                    if (broken.get() && signal instanceof Signal.ClaimsEnded) {
                        throw new StackOverflowError("planted");
                    }
                });
        var offer = openOffer(1);
        var visitor = crowd(1, offer).getFirst();
        claim(offer, visitor).is(202);
        await(() -> {
            var ready = api.root().get("/health/ready");
            return ready.status() == 503 && ready.text("checks/settlement").equals("DOWN");
        });

        broken.set(false);

        await(() -> api.root().get("/health/ready").status() == 200);
        await(() -> claim(offer, visitor).is(200).text("status").equals("WON"));
        assertEquals(List.of(), sluice.engine().ports().queue().parked(9));
    }
}
