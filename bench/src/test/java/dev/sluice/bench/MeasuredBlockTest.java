package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MeasuredBlockTest {
    private static final String PAGE =
            "before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n";

    @Test
    void only_what_stands_between_the_markers_is_replaced() {
        var page = MeasuredBlock.ONE_NODE.rewrite(PAGE, "new\n");

        assertEquals(
                "before\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\nafter\n", page);
        assertEquals(page, MeasuredBlock.ONE_NODE.rewrite(page, "new\n"));
    }

    @Test
    void a_page_without_its_markers_is_left_alone() {
        for (var page : new String[] {"", "<!-- measured: begin -->", PAGE + PAGE}) {
            assertThrows(
                    BenchFailure.class, () -> MeasuredBlock.ONE_NODE.rewrite(page, "new"), page);
        }
    }

    @Test
    void the_page_of_this_repository_has_its_markers() throws Exception {
        var page = Files.readString(Path.of("..", "docs", "performance.md"));
        for (var block : MeasuredBlock.values()) {
            assertTrue(block.rewrite(page, "new").contains("\n\nnew\n\n"), block.title());
        }
    }
}
