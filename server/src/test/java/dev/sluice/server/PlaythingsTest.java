package dev.sluice.server;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where the sandbox and the demo are: nowhere that real money or real codes could be.
class PlaythingsTest {

    @Test
    void the_sandbox_is_there_only_where_somebody_plays() {
        assertTrue(hasSandbox("--port=0"), "the demo");
        assertTrue(hasSandbox("--no-demo", "--sandbox"), "asked for");
        assertTrue(hasSandbox("--no-demo", "--rehearsal"), "crowds pay with nothing else");
        assertFalse(hasSandbox("--no-demo"), "a shop");
    }

    @Test
    void who_switches_the_sandbox_off_never_has_it() {
        assertFalse(hasSandbox("--no-sandbox"));
        assertFalse(hasSandbox("--no-sandbox", "--sandbox"));
        assertFalse(hasSandbox("--no-sandbox", "--rehearsal"));
        for (var variable : List.of("SLUICE_NO_SANDBOX", "SLUICE_PAYMENTS_NO_SANDBOX")) {
            var off = CommandLine.settings(List.of("--rehearsal"), Map.of(variable, "true"));
            assertFalse(off.payments().sandbox(), variable);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "::1"})
    void the_demo_listens_to_its_own_machine(String host) {
        assertTrue(settings("--host", host).demo());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "::",
                "192.0.2.1",
                "shop.example",
                "127.example.com",
                "128.0.0.1"
            })
    void the_demo_does_not_start_where_strangers_could_read_its_codes(String host) {
        var message = assertThrows(StartFailure.class, () -> settings("--host", host)).getMessage();

        assertTrue(message.contains(host), message);
        assertTrue(message.contains("--no-demo"), message);
        assertTrue(message.contains("--demo-anywhere"), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void whoever_insists_shows_the_demo_anywhere() {
        assertTrue(settings("--host", "0.0.0.0", "--demo-anywhere").demo());
        assertFalse(settings("--host", "0.0.0.0", "--no-demo").demo());
        assertFalse(settings("--host", "0.0.0.0", "--no-demo", "--demo-anywhere").demo());
    }

    @Test
    void the_image_starts_without_the_demo() throws IOException {
        var image = Files.readString(Services.root().resolve("Dockerfile"));
        var environment =
                Pattern.compile("\\b(SLUICE_[A-Z_]+)=(\\S+)")
                        .matcher(image.lines().filter(l -> l.startsWith("ENV")).findFirst().get())
                        .results()
                        .collect(toMap(found -> found.group(1), found -> found.group(2)));

        var settings = CommandLine.settings(List.of(), environment);

        assertEquals("0.0.0.0", settings.server().host());
        assertFalse(settings.demo());
        assertFalse(settings.payments().sandbox());
    }

    private static boolean hasSandbox(String... options) {
        return settings(options).payments().sandbox();
    }

    private static Settings settings(String... options) {
        return CommandLine.settings(List.of(options), Map.of());
    }
}
