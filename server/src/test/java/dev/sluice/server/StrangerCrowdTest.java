package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.server.http.Connections;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/// What becomes of connections when there are as many as may be.
@FreshSluice("it counts all connections there are, and what was said of them")
class StrangerCrowdTest extends ShopTest {

    private static final int CONNECTIONS_MAX = 20;
    private static final String TIME = "GET /api/v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String HEALTH = "GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String REFUSED = "sluice_connections_refused_total{reason=\"full\"}";

    private final List<String> said = new ArrayList<>();

    /// How often one more has come.
    private int asked;

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.server.connections-max", "" + CONNECTIONS_MAX);
        return settings;
    }

    @Test
    void a_full_node_answers_health_checks_and_tells_all_others_to_come_later() throws Exception {
        var strangers = fill();

        assertTrue(ask(HEALTH).startsWith("HTTP/1.1 200 "));
        var answer = ask(TIME);
        assertTrue(answer.startsWith("HTTP/1.1 503 "), answer);
        assertTrue(answer.contains("OVERLOADED"), answer);
        assertTrue(answer.toLowerCase().contains("retry-after: 1"), answer);
        await(() -> sluice.connections() == CONNECTIONS_MAX);
        for (var stranger : strangers) stranger.close();
        await(() -> sluice.connections() == 0);
        assertEquals(asked, metric(REFUSED));
    }

    @Test
    void a_flood_cannot_take_all_the_spare_seats_and_silent_ones_are_given_back() throws Exception {
        var strangers = fill();
        var flood = new ArrayList<Stranger>();
        for (int i = 0; i < 10; i++) flood.add(Stranger.connect(api.port()));

        for (var silent : flood) silent.readAll();
        await(() -> sluice.connections() == CONNECTIONS_MAX);
        assertTrue(ask(HEALTH).startsWith("HTTP/1.1 200 "));
        for (var stranger : flood) stranger.close();
        for (var stranger : strangers) stranger.close();
        await(() -> sluice.connections() == 0);
        assertEquals(10 + asked, metric(REFUSED));
    }

    @Test
    void a_full_node_says_so_once() throws Exception {
        var logger = Logger.getLogger(Connections.class.getName());
        var ear = ear();
        logger.addHandler(ear);
        try {
            var strangers = fill();
            for (int i = 0; i < 5; i++) strangers.add(Stranger.connect(api.port()));
            for (var stranger : strangers.subList(CONNECTIONS_MAX, strangers.size())) {
                stranger.readAll();
            }
            for (var stranger : strangers) stranger.close();
        } finally {
            logger.removeHandler(ear);
        }
        assertEquals(1, said.size(), said::toString);
        assertTrue(said.getFirst().contains("connections-max"), said::toString);
    }

    /// What one more is answered. Whoever has a spare seat has to ask within seconds, and comes
    /// again when a busy machine took longer.
    private String ask(String question) {
        var answer = new AtomicReference<String>();
        Soon.until("one more is answered", () -> isAnswered(question, answer));
        return answer.get();
    }

    private boolean isAnswered(String question, AtomicReference<String> answer) {
        asked++;
        try (var stranger = Stranger.connect(api.port())) {
            answer.set(stranger.send(question).readAll());
            return !answer.get().isEmpty();
        } catch (IOException late) {
            return false;
        }
    }

    /// As many as may be, each of which has been answered and so counted.
    private List<Stranger> fill() throws IOException {
        var strangers = new ArrayList<Stranger>();
        for (int i = 0; i < CONNECTIONS_MAX; i++) {
            var stranger = Stranger.connect(api.port()).send(TIME);
            assertTrue(stranger.readHead().startsWith("HTTP/1.1 200 "));
            strangers.add(stranger);
        }
        return strangers;
    }

    private Handler ear() {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
