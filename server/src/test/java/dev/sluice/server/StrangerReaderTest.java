package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.internal.PlatformDependent;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// What a stranger can do who asks for much and reads nothing.
@FreshSluice("it counts all answers there were")
class StrangerReaderTest extends ShopTest {

    private static final int STRANGERS = 30;
    private static final String PATH = "/docs/swagger-ui-bundle.js";
    private static final String GET = "GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String ANSWERS = "sluice_answers_total{group=\"page\",status=\"200\"}";

    /// Per connection: what may wait in it, one piece more, and what it reads with.
    private static final long EACH_MAX = 256 * 1024;

    @Test
    void large_answers_that_are_not_read_take_little_memory_beside_the_heap() throws Exception {
        wholeFile();
        long before = PlatformDependent.usedDirectMemory();
        var strangers = new ArrayList<Stranger>();
        for (int i = 0; i < STRANGERS; i++) {
            strangers.add(Stranger.deaf(api.port()).send((GET + "\r\n").repeat(5)));
        }
        await(() -> metric(ANSWERS) > STRANGERS);
        // What was asked before on either loop has been handed over when this has come.
        for (int i = 0; i < 4; i++) wholeFile();

        long taken = PlatformDependent.usedDirectMemory() - before;
        assertTrue(before > 0, "it is counted");
        assertTrue(taken < STRANGERS * EACH_MAX, taken + " bytes");
        for (var stranger : strangers) stranger.vanish();
    }

    @Test
    void a_large_answer_arrives_whole() throws Exception {
        var answer = wholeFile();
        int end = answer.indexOf("\r\n\r\n") + 4;
        var length = "content-length: " + (answer.length() - end) + "\r\n";
        assertTrue(answer.substring(0, end).contains(length), answer.substring(0, end));
        assertEquals(-1, answer.indexOf("HTTP/1.1 ", end));
    }

    private String wholeFile() throws Exception {
        try (var reader = Stranger.connect(api.port())) {
            return reader.send(GET + "Connection: close\r\n\r\n").readAll();
        }
    }
}
