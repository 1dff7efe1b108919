package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// One address cannot have all the connections of a node.
@FreshSluice("it counts all connections there are")
class StrangerAddressTest extends ShopTest {

    private static final String TIME = "GET /api/v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.server.connections-per-address-max", "10");
        return settings;
    }

    @Test
    void an_address_with_too_many_connections_is_told_so_and_may_come_again() throws Exception {
        var strangers = new ArrayList<Stranger>();
        for (int i = 0; i < 10; i++) {
            var stranger = Stranger.connect(api.port()).send(TIME);
            assertTrue(stranger.readHead().startsWith("HTTP/1.1 200 "));
            strangers.add(stranger);
        }
        try (var oneMore = Stranger.connect(api.port())) {
            var answer = oneMore.send(TIME).readAll();
            assertTrue(answer.startsWith("HTTP/1.1 503 "), answer);
        }
        for (var stranger : strangers) stranger.vanish();
        await(() -> sluice.connections() == 0);

        assertEquals(1, metric("sluice_connections_refused_total{reason=\"address\"}"));
    }
}
