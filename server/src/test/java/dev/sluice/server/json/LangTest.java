package dev.sluice.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LangTest {

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
