package dev.sluice.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LangTest {

    /// As much as a header may have.
    private static final int LENGTH = 15_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zh | ZH",
                "zh-CN,zh;q=0.9,en;q=0.8 | ZH",
                "ZH-hant | ZH",
                "en-US,en;q=0.9,zh;q=0.8 | EN",
                "en;q=0.5, zh;q=0.9 | ZH",
                "fr, zh;q=0.2 | ZH",
                "zh;q=0, en | EN",
                "zh;q=0 | EN",
                "* | EN",
                "zha | EN",
                "fr | EN",
                "zh;q=x | EN",
                "zh;q= | EN",
                "zh;q=1e-1 | EN",
                "zh;q=NaN | EN",
                "zh;q=-0.5 | EN",
                "zh;q=1.001 | EN",
                "zh;q=2 | EN",
                "zh;q=0,5 | EN",
                "zh; q=1. | ZH",
                "zh;q=1.000 | ZH",
                "en;q=0.89, zh;q=0.9 | ZH",
                "en;q=0.123, zh;q=0.1239999 | EN",
                ",,; | EN"
            })
    void the_best_of_our_languages_is_taken(String accepted, Lang expected) {
        assertEquals(expected, Lang.of(accepted));
    }

    @Test
    void without_a_header_it_is_english() {
        assertEquals(Lang.EN, Lang.of(null));
        assertEquals(Lang.EN, Lang.of(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zh;q=x", "en;q=", "*;q=0.0.", "zh;q=99999999999999999999", "zh;q=-"})
    void nonsense_costs_little_however_often_it_is_written(String range) {
        var accepted = (range + ",").repeat(LENGTH / range.length()) + "zh;q=0.1";
        Lang.of(accepted);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertEquals(Lang.ZH, Lang.of(accepted));
        long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(taken <= 30L * accepted.length(), taken + " bytes");
    }

    @Test
    void every_code_speaks_both_languages() {
        for (var code : Code.values()) {
            for (var lang : Lang.values()) {
                assertFalse(code.title(lang).isBlank(), code.name());
                assertFalse(code.detail(lang).isBlank(), code.name());
            }
        }
    }
}
