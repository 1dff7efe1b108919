package dev.sluice.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.vertx.core.buffer.Buffer;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class BodyTest {

    @Test
    void what_comes_in_one_piece_is_not_copied() {
        var piece = Buffer.buffer("{}");
        var bytes = new Body.Bytes();
        bytes.add(piece);
        assertSame(piece, bytes.all());
    }

    @Test
    void what_comes_in_pieces_is_put_together() {
        var first = Buffer.buffer("ab");
        var bytes = new Body.Bytes();
        for (var piece : new Buffer[] {first, Buffer.buffer("c"), Buffer.buffer("de")}) {
            bytes.add(piece);
        }
        assertEquals("abcde", bytes.all().toString());
        assertEquals("ab", first.toString());
    }

    @Test
    void a_body_of_single_bytes_costs_no_more_than_a_few_times_its_length() {
        var pieces = new Buffer[ServerConfig.BODY_MAX];
        for (int i = 0; i < pieces.length; i++) pieces[i] = Buffer.buffer("x");
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var bytes = new Body.Bytes();

        long before = threads.getCurrentThreadAllocatedBytes();
        for (var piece : pieces) bytes.add(piece);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertEquals(ServerConfig.BODY_MAX, bytes.all().length());
        assertTrue(allocated < 256L * ServerConfig.BODY_MAX, allocated + " bytes allocated");
    }
}
