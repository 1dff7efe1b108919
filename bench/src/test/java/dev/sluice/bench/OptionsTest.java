package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionsTest {
    @Test
    void without_options_everything_is_measured() {
        var options = Options.parse(List.of());

        assertTrue(options.isComplete());
        assertEquals(Duration.ofSeconds(10), options.measured());
        assertEquals(Duration.ofSeconds(2), options.warmUpRound());
    }

    @Test
    void a_quick_run_or_some_parts_only_are_no_complete_run() {
        assertFalse(Options.parse(List.of("--quick")).isComplete());
        assertFalse(Options.parse(List.of("--only", "a,c")).isComplete());
    }

    @Test
    void options_with_values_are_read() {
        var options =
                Options.parse(
                        List.of(
                                "--only",
                                "c,A",
                                "--seconds",
                                "3",
                                "--json",
                                "x",
                                "--profile-jfr",
                                "y"));

        assertEquals(Set.of(Part.A, Part.C), options.parts());
        assertEquals(Duration.ofSeconds(3), options.measured());
        assertEquals(Path.of("x"), options.json().orElseThrow());
        assertEquals(Path.of("y"), options.flightRecordings().orElseThrow());
    }

    @Test
    void what_is_not_understood_is_refused() {
        refused("--fast");
        refused("--seconds");
        refused("--seconds", "0");
        refused("--seconds", "61");
        refused("--seconds", "ten");
        refused("--only", "");
        refused("--only", "a,g");
        refused("--only", "a,,b");
    }

    private static void refused(String... arguments) {
        var list = List.of(arguments);
        assertThrows(BenchFailure.class, () -> Options.parse(list), list.toString());
    }
}
