package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.server.admin.AdminTest;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlowWatcherTest extends AdminTest {

    /// Nobody is closed here for being silent, neither the watcher nor the test while it rests.
    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.rehearsal", "true", "sluice.server.idle-timeout", "300s");
    }

    @Test
    void whoever_does_not_read_is_dropped_and_not_buffered_for() throws Exception {
        var sale = published(5).text("saleId");
        try (var deaf = new Socket("127.0.0.1", sluice.port())) {
            var request =
                    """
                    GET /api/v1/admin/live?sale=%s HTTP/1.1
                    Host: localhost
                    Authorization: Bearer %s
                    Connection: Upgrade
                    Upgrade: websocket
                    Sec-WebSocket-Version: 13
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

                    """;
            var text = request.formatted(sale, OPERATOR_KEY).replace("\n", "\r\n");
            deaf.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            var live = sluice.operatorSide().live();
            await(() -> live.sockets() == 1);

            var end = clock.instant().plus(Soon.LIMIT);
            while (live.sockets() > 0) {
                live.push();
                assertTrue(clock.instant().isBefore(end), "dropped in time");
            }
        }
    }
}
