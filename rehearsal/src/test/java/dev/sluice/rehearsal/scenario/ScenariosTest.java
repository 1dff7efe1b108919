package dev.sluice.rehearsal.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ScenariosTest {
    @TempDir Path folder;

    @ParameterizedTest
    @FieldSource("dev.sluice.rehearsal.scenario.Scenarios#SHIPPED")
    void what_ships_can_be_read_and_its_mix_is_a_hundred(String name) {
        var scenario = Scenarios.find(name, 5);

        assertEquals(name, scenario.name());
        assertEquals(5, scenario.seed());
        assertEquals(100, scenario.mix().values().stream().mapToInt(share -> share).sum());
        assertEquals(EnumSet.allOf(Habit.class), scenario.mix().keySet());
        assertFalse(scenario.about().isEmpty());
    }

    @ParameterizedTest
    @FieldSource("dev.sluice.rehearsal.scenario.Scenarios#SHIPPED")
    void what_ships_is_over_within_a_minute(String name) {
        var scenario = Scenarios.find(name, 5);
        var played = scenario.lasts().plus(scenario.payWithin());

        assertTrue(played.compareTo(Duration.ofSeconds(40)) < 0, played.toString());
    }

    @ParameterizedTest
    @FieldSource("dev.sluice.rehearsal.scenario.Scenarios#SHIPPED")
    void what_ships_lets_unpaid_units_be_sold_again(String name) {
        var scenario = Scenarios.find(name, 5);
        var firstBack = scenario.payWithin().plus(scenario.payWithin());

        assertTrue(firstBack.compareTo(scenario.lasts()) < 0);
    }

    @Test
    void hostile_has_every_habit_in_it() {
        var mix = Scenarios.find("hostile", 5).mix();

        for (var habit : Habit.values()) assertTrue(mix.get(habit) > 0, habit.name());
    }

    @Test
    void each_scenario_has_what_its_name_says() {
        assertEquals(3, Scenarios.find("restock", 5).restocks().size());
        assertEquals(2, Scenarios.find("two-offers", 5).units().size());
        assertTrue(Scenarios.find("daily", 5).daily());
        assertFalse(Scenarios.find("typical", 5).daily());
    }

    @Test
    void a_file_of_your_own_is_read() throws IOException {
        var file = folder.resolve("mine.scenario");
        Files.writeString(file, "buyers = 3");

        var scenario = Scenarios.find(file.toString(), 5);

        assertEquals("mine", scenario.name());
        assertEquals(3, scenario.buyers());
    }

    @Test
    void a_name_that_is_nothing_is_refused_with_those_that_there_are() {
        assertEquals(
                "--scenario must be a file or one of calm, typical, hostile, restock, two-offers,"
                        + " daily, was \"quiet\"",
                failure("quiet"));
        assertTrue(failure(folder.toString()).startsWith("--scenario must be a file or one of"));
    }

    @Test
    void a_file_that_is_no_text_or_has_no_end_is_refused() throws IOException {
        var binary = folder.resolve("binary");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        var large = folder.resolve("large");
        Files.writeString(large, "#".repeat(70_000));

        assertEquals("binary: must be text in UTF-8", failure(binary.toString()));
        assertEquals("large: must be a scenario of at most 65536 bytes", failure(large.toString()));
    }

    private static String failure(String name) {
        return assertThrows(RehearsalFailure.class, () -> Scenarios.find(name, 5)).getMessage();
    }
}
