package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/// What becomes of those who ask several things and are gone before they are answered.
@FreshSluice("it counts all connections there are, and what was said of them")
class StrangerGoneTest extends ShopTest {

    private static final int STRANGERS = 20;
    private static final String LARGE =
            "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String ANSWERS = "sluice_answers_total{group=\"page\",status=\"200\"}";

    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void who_breaks_off_with_questions_open_leaves_nothing_in_the_log() throws Exception {
        api.root().get("/docs").is(200);
        double before = metric("sluice_connections");
        var logger = Logger.getLogger("io");
        var ear = ear();
        logger.addHandler(ear);
        try {
            for (int i = 1; i <= STRANGERS; i++) {
                var stranger = Stranger.deaf(api.port()).send(LARGE.repeat(5));
                int answers = i + 1;
                await(() -> metric(ANSWERS) >= answers);
                stranger.vanish();
            }
            await(() -> metric("sluice_connections") <= before);
        } finally {
            logger.removeHandler(ear);
        }
        assertEquals(List.of(), said);
    }

    private Handler ear() {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                said.add(record.getLoggerName() + ": " + record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
