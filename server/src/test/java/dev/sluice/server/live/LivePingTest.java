package dev.sluice.server.live;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.contracts.Soon;
import dev.sluice.server.LiveClient;
import dev.sluice.server.ShopTest;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Sockets on a server that closes connections on which nothing happens for fifteen seconds. Every
/// five it pings, so that a client on a busy machine has that long to answer.
class LivePingTest extends ShopTest {

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.server.idle-timeout", "15s");
        return settings;
    }

    @Test
    void a_quiet_socket_stays_open_and_a_dead_one_is_found() throws Exception {
        var since = clock.instant();
        try (var quiet = LiveClient.open(api.port(), Map.of());
                var dead = new Socket("127.0.0.1", api.port())) {
            var out = dead.getOutputStream();
            out.write(LiveLimitsTest.HANDSHAKE.getBytes(StandardCharsets.US_ASCII));
            out.flush();

            dead.setSoTimeout(Math.toIntExact(Soon.LIMIT.toMillis()));
            dead.getInputStream().readAllBytes();
            await(() -> clock.instant().isAfter(since.plus(Duration.ofSeconds(17))));

            assertFalse(quiet.isClosed());
            quiet.watch(offer(1).id());
            quiet.nextOffer("OPEN");
        }
    }
}
