package dev.sluice.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Holds `docs/features.md` to the source tree.
class FeaturesTest {
    private static final Source PAGE =
            Tree.here().texts().stream()
                    .filter(source -> source.path().equals(Features.PATH))
                    .findFirst()
                    .orElseThrow();

    @Test
    void every_feature_stands_there_once_with_what_shows_it() {
        assertEquals(List.of(), Features.rows(PAGE));
    }

    @Test
    void every_test_that_is_named_exists() {
        assertEquals(List.of(), Features.unknownTests(PAGE, Tree.here().java()));
    }

    @Test
    void a_row_that_is_missing_or_doubled_or_empty_is_found() {
        var all =
                IntStream.rangeClosed(1, Features.ROWS)
                        .mapToObj(i -> "| " + i + " | f | not yet |\n")
                        .collect(Collectors.joining());

        assertEquals(List.of(), Features.rows(page(all)));
        finds("feature 7 is missing", all.replace("| 7 |", "| seven |"));
        finds("feature 7 again", all + "| 7 | f | `x` |\n");
        int none = Features.ROWS + 1;
        finds("there is no feature " + none, all + "| " + none + " | f | `x` |\n");
        finds("nothing shows feature 7", all.replace("| 7 | f | not yet |", "| 7 | `f` |  |"));
    }

    @Test
    void a_test_that_does_not_exist_is_found() {
        var path = "core/src/test/java/dev/sluice/sale/SaleTest.java";
        var test = Source.java(path, "class SaleTest { void it_works() { it_fails(); } }");
        var main = Source.java("core/src/main/java/A.java", "class OtherTest {}");
        var java = List.of(test, main);

        var page = page("`SaleTest`, `SaleTest.it_works`, `./sluice run`, `Limits`, `Sale.of`");
        assertEquals(List.of(), Features.unknownTests(page, java));
        for (var name : List.of("OtherTest", "SaleTest.it_fails", "SaleContract.it_works")) {
            var findings = Features.unknownTests(page("\nsee `" + name + "`"), java);
            assertEquals(1, findings.size(), name);
            assertEquals(2, findings.getFirst().line());
            assertTrue(findings.getFirst().what().contains(name), name);
        }
    }

    private static void finds(String what, String text) {
        assertEquals(List.of(what), Features.rows(page(text)).stream().map(Finding::what).toList());
    }

    private static Source page(String text) {
        return Source.plain(Features.PATH, text);
    }
}
