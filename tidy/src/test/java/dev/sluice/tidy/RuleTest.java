package dev.sluice.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Each rule finds what it is meant to find, and leaves alone what looks like it.
class RuleTest {

    @Test
    void a_file_of_401_lines_is_too_long() {
        finds(Rule.FILE_LENGTH, "int x;\n".repeat(401), 401);
        passes(Rule.FILE_LENGTH, "int x;\n".repeat(400));
    }

    @Test
    void a_method_of_51_lines_is_too_long() {
        finds(Rule.METHOD_LENGTH, "class A {\n" + methodOfLines(51) + "}\n", 2);
        passes(Rule.METHOD_LENGTH, "class A {\n" + methodOfLines(50) + methodOfLines(50) + "}\n");
        finds(Rule.METHOD_LENGTH, "class A {\nA() {" + "f();\n".repeat(51) + "}}\n", 2);
    }

    @Test
    void braces_in_literals_and_comments_do_not_count() {
        passes(
                Rule.METHOD_LENGTH,
                "void f() { g(\"{\"); /* { */ g('{'); // {\n}\n" + "\n".repeat(60));
    }

    @Test
    void a_line_of_101_columns_is_too_long() {
        finds(Rule.LINE_LENGTH, "int x;\n" + "x".repeat(101), 2);
        passes(Rule.LINE_LENGTH, "é".repeat(100) + "\nimport " + "a".repeat(120) + ";");
    }

    @Test
    void a_method_takes_four_parameters_at_most() {
        var five = "(int a, int b, int c, int d, int e)";
        finds(Rule.PARAMETERS, "class A {\n  static <T> List<T> f" + five + " throws E {}\n}", 2);
        finds(Rule.PARAMETERS, "interface A {\n  int[] f" + five + ";\n}", 2);
        finds(Rule.PARAMETERS, "class A {\n @P({\"1\"})\n  void f" + five + " {}\n}", 3);
        passes(Rule.PARAMETERS, "record A" + five + " {}");
        passes(Rule.PARAMETERS, "class A { A" + five + " {} public A" + five + " {} }");
        passes(Rule.PARAMETERS, "int f(Map<A, B> a, @X(x = 1, y = 2) int b, int c, int d) {}");
        passes(Rule.PARAMETERS, "void f() { g(1, 2, 3, 4, 5); return new A(1, 2, 3, 4, 5); }");
        passes(Rule.PARAMETERS, "A f() { return new A(1, 2, 3, 4, 5) {}; }");
    }

    @Test
    void time_is_not_asked_of_the_machine() {
        finds(Rule.MACHINE_TIME, "var a = 1;\nvar now = Instant.now();", 2);
        finds(Rule.MACHINE_TIME, "long now = System.currentTimeMillis();", 1);
        passes(Rule.MACHINE_TIME, "// Instant.now() is banned\nvar s = \"Instant.now()\";");
        passesIn("server/src/main/java/dev/sluice/server/Main.java", "Instant.now();");
    }

    @Test
    void only_tests_and_benchmarks_hold_a_stopwatch() {
        finds(Rule.STOPWATCH, "var start = System.nanoTime();", 1);
        finds(Rule.STOPWATCH, "f(System::nanoTime);", 1);
        passesIn("core/src/test/java/dev/sluice/ATest.java", "System.nanoTime();");
        passesIn("contracts/src/main/java/dev/sluice/A.java", "System.nanoTime();");
        passesIn("bench/src/main/java/dev/sluice/bench/A.java", "System.nanoTime();");
    }

    @Test
    void nobody_sleeps() {
        finds(Rule.SLEEP, "Thread.sleep(10);", 1);
        passes(Rule.SLEEP, "thread.sleepless();");
    }

    @Test
    void no_test_naps() {
        var test = "core/src/test/java/dev/sluice/ATest.java";
        findsIn(Rule.NAP, test, "LockSupport.parkNanos(10);");
        findsIn(Rule.NAP, test, "TimeUnit.MILLISECONDS.sleep(10);");
        findsIn(Rule.NAP, test, "    pause.await(10, TimeUnit.MILLISECONDS);");
        passesIn(test, "boolean came = latch.await(10, TimeUnit.SECONDS);");
        passesIn(test, "    latch.await();");
        passesIn("core/src/main/java/dev/sluice/A.java", "LockSupport.parkNanos(10);");
        passesIn("contracts/src/main/java/dev/sluice/contracts/Soon.java", "parkNanos(10);");
    }

    @Test
    void no_test_asks_how_long_it_took_unless_it_is_long() {
        var test = "core/src/test/java/dev/sluice/ATest.java";
        findsIn(Rule.HASTE, test, "assertTimeout(BOUND, call);");
        findsIn(Rule.HASTE, test, "assertTimeoutPreemptively(BOUND, call);");
        findsIn(Rule.HASTE, test, "assertTrue(System.nanoTime() - start < 5);");
        findsIn(Rule.HASTE, test, "assertTrue(millis < 700);");
        findsIn(Rule.HASTE, test, "assertTrue(waited.toMillis() < 700);");
        findsIn(Rule.HASTE, test, "assertTrue(late.compareTo(Duration.ofMillis(5)) < 0);");
        passesIn(test, "assertTrue(System.nanoTime() - start >= 5);");
        passesIn(test, "@Tag(\"long\")\nclass A { void a() { assertTrue(millis < 700); } }");
    }

    @Test
    void nobody_prints_a_stack_trace() {
        finds(Rule.STACK_TRACE, "failure.printStackTrace();", 1);
        passes(Rule.STACK_TRACE, "failure.getStackTrace();");
    }

    @Test
    void chance_and_ids_are_passed_in() {
        finds(Rule.CHANCE, "new Random(7);", 1);
        finds(Rule.CHANCE, "Math.random();", 1);
        passes(Rule.CHANCE, "RandomGenerator random;");
        finds(Rule.RANDOM_ID, "UUID.randomUUID();", 1);
        finds(Rule.RANDOM_ID, "f(UUID::randomUUID);", 1);
        passesIn("server/src/main/java/dev/sluice/server/Main.java", "UUID.randomUUID();");
    }

    @Test
    void no_expression_reads_what_a_client_sends() {
        var server = "server/src/main/java/dev/sluice/server/";
        var bad =
                List.of(
                        "header.split(\"\\\\s*;\\\\s*\")",
                        "header.split(AT)",
                        "word.matches(\"q=0\")",
                        "word.matches(WEIGHT)",
                        "text.replaceAll(\"a+\", \"\")",
                        "text.replaceFirst(\"a+\", \"\")",
                        "Pattern.compile(\"a+\")");
        for (var call : bad) {
            var found = Rule.EXPRESSION.check(Source.java(server + "A.java", "\n" + call + ";"));
            assertEquals(1, found.size(), call);
            assertEquals(2, found.getFirst().line());
            assertEquals(
                    List.of(), Rule.EXPRESSION.check(Source.java(server + "Setting.java", call)));
            passes(Rule.EXPRESSION, call + ";");
        }
        for (var call : List.of("a.split(\",\")", "a.split(\"/\", -1)", "turn.matches(a, b)")) {
            passesIn(server + "A.java", call + ";");
        }
    }

    @Test
    void a_leftover_is_found() {
        finds(Rule.LEFTOVER, "int x;\n// TODO: later", 2);
        finds(Rule.LEFTOVER, "/* FIXME */", 1);
        passes(Rule.LEFTOVER, "var todo = \"TODO\"; // A list of things.");
    }

    @Test
    void commented_out_code_is_found() {
        finds(Rule.COMMENTED_OUT_CODE, "int x;\n  // x = 2;", 2);
        finds(Rule.COMMENTED_OUT_CODE, "//if (x) {", 1);
        finds(Rule.COMMENTED_OUT_CODE, "// return x;", 1);
        finds(Rule.COMMENTED_OUT_CODE, "/*\n * f(x);\n */", 2);
        finds(Rule.COMMENTED_OUT_CODE, "// }", 1);
        finds(Rule.COMMENTED_OUT_CODE, "// @Test", 1);
        passes(Rule.COMMENTED_OUT_CODE, "// The row is locked first;\n// then the rest follows.");
        passes(Rule.COMMENTED_OUT_CODE, "/// An example:\n///\n///     f(x);\n");
        passes(Rule.COMMENTED_OUT_CODE, "/**\n * f(x);\n */\nint x = \"// f(x);\";");
    }

    @Test
    void an_empty_name_is_found() {
        var names = "StockImpl AbstractStore SaleManager TimeHelper JsonUtil JsonUtils SaleDTO";
        for (var name : List.of((names + " OrderService").split(" "))) {
            finds(Rule.TYPE_NAME, "\nfinal class " + name + " {}", 2);
        }
        finds(Rule.TYPE_NAME, "record SaleDto(int x) {}", 1);
        finds(Rule.TYPE_NAME, "interface IStore {}", 1);
        passes(Rule.TYPE_NAME, "interface Intake {} class InMemory {} enum IdKind {}");
        passes(Rule.TYPE_NAME, "f(A.class); var record = x; // The class Util is gone.");
    }

    @Test
    void a_package_without_info_is_found() {
        var known = Source.java("core/src/main/java/a/package-info.java", "package a;");
        var test = Source.java("core/src/test/java/a/ATest.java", "package a;");
        var other = Source.java("core/src/main/java/b/B.java", "package b;");

        assertEquals(List.of(), Hygiene.packagesWithoutInfo(List.of(known, test)));
        var findings = Hygiene.packagesWithoutInfo(List.of(known, test, other));
        assertEquals("core/src/main/java/b/B.java", findings.getFirst().file());
    }

    @Test
    void a_registry_and_a_home_are_found() {
        var registry = Source.plain("a.txt", "\nhttps://repo" + ".maven." + "apache.org/x");
        assertEquals(2, Hygiene.registries(registry).getFirst().line());
        var lock = Source.plain("a.json", "\"resolved\"" + ": \"https://example.org/x.tgz\"");
        assertEquals(1, Hygiene.registries(lock).size());
        assertEquals(1, Hygiene.homes(Source.plain("a.md", "see /ho" + "me/ann/sluice")).size());
        assertEquals(1, Hygiene.homes(Source.plain("a.md", "(/ro" + "ot/x)")).size());
        var fine = Source.plain("a.md", "https://sluice.example/home/x/ and /homes and ~/data");
        assertEquals(List.of(), Hygiene.homes(fine));
        assertEquals(List.of(), Hygiene.registries(fine));
    }

    @Test
    void a_link_that_leads_nowhere_is_found() {
        var tree = Set.of("docs/a.md", "docs", "LICENSE");
        var good =
                "[a](a.md) [b](../LICENSE#x) [c](../docs) ![d](/docs/a.md \"title\") [e](#here)"
                        + " [f](https://sluice.example/x) [g](mailto:a@sluice.example)"
                        + " `[h](gone.md)`\n```\n[i](gone.md)\n```\n";
        assertEquals(List.of(), Links.broken(Source.plain("docs/b.md", good), tree::contains));
        assertEquals(List.of(), Links.broken(Source.plain("b.txt", "[a](x)"), tree::contains));
        for (var bad : List.of("gone.md", "docs/a.md", "../a.md", "../../LICENSE", "/a.md")) {
            var page = Source.plain("docs/b.md", good + "\n[`x`](" + bad + ")");
            var findings = Links.broken(page, tree::contains);
            assertEquals(1, findings.size(), () -> bad + " gives " + findings);
            assertEquals(6, findings.getFirst().line());
        }
    }

    private static String methodOfLines(int lines) {
        return "void f() {\n" + "g();\n".repeat(lines - 2) + "}\n";
    }

    private static void finds(Rule rule, String text, int line) {
        var path = "core/src/main/java/dev/sluice/A.java";
        var findings = rule.check(Source.java(path, text));
        assertEquals(1, findings.size(), () -> findings + " in " + text);
        assertEquals(line, findings.getFirst().line());
        assertTrue(findings.getFirst().toString().startsWith(path + ":" + line + ": "));
    }

    private static void findsIn(Rule rule, String path, String text) {
        var findings = rule.check(Source.java(path, text));
        assertEquals(1, findings.size(), () -> findings + " in " + text);
    }

    private static void passes(Rule rule, String text) {
        assertEquals(List.of(), rule.check(Source.java("core/src/main/java/dev/A.java", text)));
    }

    private static void passesIn(String path, String text) {
        for (var rule : Rule.values()) {
            assertEquals(List.of(), rule.check(Source.java(path, text)), rule.name());
        }
    }
}
