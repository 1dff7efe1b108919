package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.http.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A rehearsal that an operator starts from the console: the server sends a real crowd at itself.
@Timeout(600)
class ConsoleRehearsalTest {
    private static final String ORDER =
            """
            {"scenario": "typical", "buyers": 300, "units": 20, "durationSeconds": 5}
            """;

    @TempDir Path folder;

    @Test
    void a_server_sends_a_crowd_at_itself_and_shows_the_report() throws Exception {
        try (var server = TestServer.start(folder)) {
            var begun = server.call("POST", "rehearsals", ORDER);
            assertEquals("RUNNING", Json.text(begun, "state"));

            var ended = awaitEnd(server);
            var id = Json.text(ended, "rehearsalId");
            var page = server.text("GET", "rehearsals/" + id + "/report", "");
            var stats = server.call("GET", "sales/" + Json.text(ended, "saleId") + "/stats", "");

            assertEquals(Json.text(begun, "rehearsalId"), id);
            assertEquals("ENDED", Json.text(ended, "state"), ended::toString);
            assertTrue(ended.get("verdict").toString().contains("holds=true"), () -> ended + page);
            assertTrue(page.contains("promises held"), page);
            assertTrue(page.contains("Content-Security-Policy"), page);
            var sold = Json.objects(stats, "offers").getFirst();
            assertEquals("20", Json.text(sold, "stock"));
            assertEquals("true", Json.text(sold, "balanced"));
        }
    }

    @Test
    void a_crowd_that_is_stopped_is_judged_by_what_it_did() throws Exception {
        try (var server = TestServer.start(folder)) {
            server.call("POST", "rehearsals", ORDER.replace(": 5}", ": 600}"));
            var playing = server.awaitRehearsal(each -> !Json.text(each, "saleId").isEmpty());
            var path = "rehearsals/" + Json.text(playing, "rehearsalId");

            server.call("POST", path + "/stop", "{}");
            var ended = awaitEnd(server);

            assertEquals("ENDED", Json.text(ended, "state"), ended::toString);
            var page = server.text("GET", path + "/report", "");
            assertTrue(page.contains("Somebody stopped this rehearsal"), page);
        }
    }

    private static Map<String, Object> awaitEnd(TestServer server)
            throws IOException, InterruptedException {
        return server.awaitRehearsal(each -> !Json.text(each, "state").equals("RUNNING"));
    }
}
