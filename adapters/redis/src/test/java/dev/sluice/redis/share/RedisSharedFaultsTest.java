package dev.sluice.redis.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Gates.Ask;
import dev.sluice.port.Gates.Issued;
import dev.sluice.port.RateCounters.Drawn;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.RedisFaultsTest;
import dev.sluice.redis.SharedRedis;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// What nodes share, while a Redis of the test's own is killed and comes back.
class RedisSharedFaultsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<Envelope> heard = new CopyOnWriteArrayList<>();

    @Test
    void everything_goes_on_by_itself_when_redis_is_back() {
        try (var server = Services.open("redis");
                var redis = new SharedRedis()) {
            var link = redis.links(1, SharedRedis.config(server.port(), 2)).getFirst();
            var transport = redis.transport(link);
            transport.subscribe(heard::add);
            var gates = redis.gates(link);
            var cache = new RedisSharedCache(link);
            var rates = new RedisRateCounters(link);
            var pass = admit(gates, 1).orElseThrow();
            admit(gates, 2).orElseThrow();

            server.kill();

            assertUnavailable(() -> transport.send(new Bare(new Signal.SwitchesChanged())));
            assertUnavailable(() -> admit(gates, 3));
            assertUnavailable(() -> gates.count(HoldSamples.OFFER, HoldSamples.NOON));
            assertUnavailable(() -> cache.find("a"));
            assertUnavailable(() -> cache.isFirst("a", MINUTE));
            assertUnavailable(() -> rates.add(List.of(new Drawn("a", MINUTE, 1))));
            gates.use(HoldSamples.OFFER, new BuyerId(1), pass.claim());

            server.start();
            // Each lane is connected again by itself.
            RedisFaultsTest.untilBack(link);

            Soon.until(
                    "the cache is back", () -> isBack(() -> cache.put("a", new byte[1], MINUTE)));
            Soon.until("the gates are back", () -> isBack(() -> admit(gates, 2)));
            Soon.until("the used pass is out of the count", () -> count(gates) == 1);
            assertEquals(List.of(3L), rates.add(List.of(new Drawn("a", MINUTE, 3))));
            Soon.until(
                    "signals are heard",
                    () ->
                            isBack(() -> transport.send(new Bare(new Signal.SwitchesChanged())))
                                    && !heard.isEmpty());
        }
    }

    private static int count(RedisGates gates) {
        return gates.count(HoldSamples.OFFER, HoldSamples.NOON);
    }

    private static Optional<Issued> admit(RedisGates gates, long buyer) {
        var until = HoldSamples.NOON.plusSeconds(180);
        var ask = new Ask(HoldSamples.OFFER, new BuyerId(buyer), 10, until);
        return gates.admit(ask, HoldSamples.NOON, () -> new ClaimId(buyer + 100));
    }

    private static void assertUnavailable(Executable call) {
        Soon.returns("an answer without Redis", () -> assertThrows(Unavailable.class, call));
    }

    private static boolean isBack(Runnable call) {
        try {
            call.run();
            return true;
        } catch (Unavailable fault) {
            return false;
        }
    }
}
