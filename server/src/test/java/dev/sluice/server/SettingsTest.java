package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.intake.IntakeConfig;
import dev.sluice.server.config.Setting;
import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    @TempDir Path folder;

    @Test
    void without_anything_everything_has_its_standard_value() {
        var settings = CommandLine.settings(List.of(), Map.of());

        assertEquals(8080, settings.server().port());
        assertEquals("127.0.0.1", settings.server().host());
        assertEquals(Duration.ofSeconds(60), settings.server().idleTimeout());
        assertEquals(Path.of("data").toAbsolutePath(), settings.data());
        assertTrue(settings.demo());
        assertFalse(settings.rehearsal());
        assertEquals(Optional.empty(), settings.operatorKey());
        assertEquals(IntakeConfig.DEFAULTS, settings.intake());
    }

    @Test
    void an_option_comes_before_the_environment_and_that_before_the_file() throws IOException {
        var own = "sluice.server.port=1\nsluice.server.host=1.1.1.1\nsluice.data=a";
        var file = file(own + "\nsluice.no-demo=true");
        var environment = Map.of("SLUICE_PORT", "2", "SLUICE_HOST", "2.2.2.2");

        var settings = CommandLine.settings(List.of("--config", file, "--port", "3"), environment);

        assertEquals(3, settings.server().port());
        assertEquals("2.2.2.2", settings.server().host());
        assertEquals(Path.of("a").toAbsolutePath(), settings.data());
    }

    @Test
    void the_environment_knows_short_and_full_names() {
        var settings =
                CommandLine.settings(
                        List.of(),
                        Map.of(
                                "SLUICE_PORT", "1",
                                "SLUICE_SERVER_PORT", "2",
                                "SLUICE_DATA", "/tmp/x",
                                "SLUICE_NO_DEMO", "true",
                                "SLUICE_REHEARSAL", "1",
                                "SLUICE_OPERATOR_KEY", "a-good-key",
                                "SLUICE_LIMITS_CLAIM_BUYER", "off"));

        assertEquals(2, settings.server().port());
        assertEquals(Path.of("/tmp/x"), settings.data());
        assertFalse(settings.demo());
        assertTrue(settings.rehearsal());
        assertEquals(Optional.of("a-good-key"), settings.operatorKey());
        assertEquals(Map.of("claim.buyer", "off"), settings.limits());
    }

    @Test
    void flags_and_values_may_be_written_in_one_word() {
        var settings =
                CommandLine.settings(List.of("--port=0", "--no-demo", "--rehearsal"), Map.of());

        assertEquals(0, settings.server().port());
        assertFalse(settings.demo());
        assertTrue(settings.rehearsal());
    }

    @Test
    void what_is_unknown_is_refused_with_the_nearest_name() throws IOException {
        assertEquals(
                "There is no option --prot. Did you mean --port? See: sluice run --help",
                failure(List.of("--prot", "1")));
        var file = file("sluice.server.prot=1");
        assertEquals(
                "There is no setting sluice.server.prot (in %s). Did you mean sluice.server.port?"
                                .formatted(file)
                        + " See: sluice run --help",
                failure(List.of("--config", file)));
    }

    @Test
    void a_value_that_cannot_be_is_refused_by_name() {
        assertEquals(
                "The setting sluice.server.port cannot be \"x\": write a number from 0 to 65535.",
                failure(List.of("--port", "x")));
        assertEquals("The option --port needs a value after it.", failure(List.of("--port")));
        assertTrue(failure(List.of("--no-demo=maybe")).contains("write true or false"));
        assertTrue(failure(List.of("--config", "/nowhere")).contains("Check the path"));
        assertTrue(failure(Map.of("sluice.server.idle-timeout", "soon")).contains("500ms"));
        assertTrue(failure(Map.of("sluice.limits.otp.phone", "lots")).contains("30/min burst 60"));
        assertTrue(failure(Map.of("sluice.server.trusted-proxies", "me")).contains("proxies"));
        assertFalse(failure(Map.of("sluice.operator-key", "short")).contains("short"));
        assertTrue(
                failure(Map.of("sluice.intake.pass-lifetime", "500ms"))
                        .contains("pass-lifetime must be between a second and a day"));
    }

    @Test
    void the_table_for_people_names_every_setting() {
        var table = CommandLine.table();

        for (var setting : Setting.ALL) assertTrue(table.contains(setting.name()), setting.name());
    }

    private static String failure(List<String> options) {
        var thrown =
                assertThrows(StartFailure.class, () -> CommandLine.settings(options, Map.of()));
        return thrown.getMessage();
    }

    private static String failure(Map<String, String> values) {
        return assertThrows(StartFailure.class, () -> Settings.of(values)).getMessage();
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("sluice.properties"), text).toString();
    }
}
