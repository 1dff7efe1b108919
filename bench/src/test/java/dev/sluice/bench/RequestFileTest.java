package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestFileTest {
    private static final String SECOND =
            "POST /api/v1/offers/o1/claims/p2 HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer s2\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 14\r\n\r\n{\"quantity\":1}";

    @TempDir private Path folder;

    @Test
    void each_line_becomes_a_whole_request() throws Exception {
        var pages = List.of("s1\tp1\ns2\tp2\n", "s3\tp3\n");
        var file = RequestFile.ofClaims(folder.resolve("all"), "o1", pages);

        assertEquals(3, file.count());
        assertEquals(SECOND.length(), file.requestBytes());
        var all = Files.readString(file.path());
        assertEquals(SECOND, all.substring(SECOND.length(), 2 * SECOND.length()));
    }

    @Test
    void requests_are_used_up_from_the_front_and_added_at_the_end() throws Exception {
        var pages = List.of("s1\tp1\ns2\tp2\n");
        var file = RequestFile.ofClaims(folder.resolve("all"), "o1", pages);
        int length = file.requestBytes();

        var rest = file.without(1).plus("o1", List.of("s3\tp3\n"));
        assertEquals(new RequestFile(file.path(), 1, 2, length), rest);
        assertEquals(new RequestFile(file.path(), 1, 1, length), rest.first(1));
        assertEquals(new RequestFile(file.path(), 3, 0, length), rest.without(9));
        assertEquals(3 * length, Files.size(file.path()));
    }

    @Test
    void requests_of_different_lengths_are_refused() {
        refused("s1\tp1\nsession2\tp2\n");
    }

    @Test
    void a_line_without_a_pass_is_refused() {
        refused("s1\n");
    }

    private void refused(String page) {
        var file = folder.resolve("bad");
        assertThrows(BenchFailure.class, () -> RequestFile.ofClaims(file, "o1", List.of(page)));
    }
}
