package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriesTest {

    @TempDir Path folder;

    @Test
    void each_try_is_a_line_behind_those_of_before() throws IOException {
        var notes = folder.resolve("reports").resolve("tries.txt");

        Tries.note(notes, Tries.line("ATest", "REDIS", 1, "  expected: <1>\n but was: <2>"));
        Tries.note(notes, Tries.line("ATest", "REDIS", 2, "x".repeat(301)));

        assertEquals(
                List.of(
                        "ATest: REDIS, try 1: expected: <1> but was: <2>",
                        "ATest: REDIS, try 2: " + "x".repeat(300)),
                Files.readAllLines(notes));
    }

    @Test
    void a_report_names_the_promises_that_were_not_kept() {
        assertEquals("it showed too little", Tries.broken(report(true, true)));
        assertEquals("not: promise 1; not: promise 2", Tries.broken(report(false, false)));
    }

    private static JsonObject report(boolean... kept) {
        var findings = new JsonArray();
        for (boolean holds : kept) {
            var promise = "promise " + (findings.size() + 1);
            findings.add(new JsonObject().put("promise", promise).put("holds", holds));
        }
        return new JsonObject().put("verdict", new JsonObject().put("findings", findings));
    }
}
