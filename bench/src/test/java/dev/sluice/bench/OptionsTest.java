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
        assertFalse(Options.parse(List.of("--only", "bare,claim")).isComplete());
    }

    @Test
    void options_with_values_are_read() {
        var options =
                Options.parse(
                        List.of(
                                "--only",
                                "claim,Bare",
                                "--seconds",
                                "3",
                                "--json",
                                "x",
                                "--profile-jfr",
                                "y"));

        assertEquals(Set.of(Part.BARE, Part.CLAIM), options.parts());
        assertEquals(Duration.ofSeconds(3), options.measured());
        assertEquals(Path.of("x"), options.json().orElseThrow());
        assertEquals(Path.of("y"), options.flightRecordings().orElseThrow());
    }

    @Test
    void the_old_letter_of_a_part_is_still_read() {
        assertEquals(
                Set.of(Part.BARE, Part.CLAIM), Options.parse(List.of("--only", "c,A")).parts());
        var all = List.of("--only", "a,b,c,d,e,f,g,h,i", "--profile", "all");
        assertEquals(Set.of(Part.values()), Options.parse(all).parts());
    }

    @Test
    void every_part_is_read_by_its_name_and_stands_in_the_help() {
        for (var part : Part.values()) {
            assertEquals(part, Part.named(part.label()));
            assertTrue(Options.HELP.contains("   " + part.label() + "  "), part.label());
        }
    }

    @Test
    void a_profile_adds_what_many_nodes_share() {
        assertEquals(Part.ofOneNode(), Options.parse(List.of()).parts());
        var options = Options.parse(List.of("--profile", "rabbitmq-mariadb,redis-postgres"));

        assertEquals(Set.of(Part.values()), options.parts());
        assertEquals(Set.of(Profile.REDIS_POSTGRES, Profile.RABBITMQ_MARIADB), options.profiles());
        assertTrue(options.isComplete());
        assertFalse(options.isCompleteOnManyNodes());
    }

    @Test
    void all_profiles_that_are_not_quick_make_a_complete_run_on_many_nodes() {
        assertTrue(Options.parse(List.of("--profile", "all")).isCompleteOnManyNodes());
        var some = Options.parse(List.of("--profile", "all", "--only", "hold,order,claim-shared"));
        assertTrue(some.isCompleteOnManyNodes());
        assertFalse(some.isComplete());
        assertFalse(Options.parse(List.of("--profile", "all", "--quick")).isCompleteOnManyNodes());
        var hold = Options.parse(List.of("--profile", "all", "--only", "hold"));
        assertFalse(hold.isCompleteOnManyNodes());
    }

    @Test
    void only_the_servers_that_the_parts_need_are_started() {
        assertEquals(Set.of("redis"), servers("--only", "hold", "--profile", "all"));
        assertEquals(
                Set.of("mariadb"), servers("--only", "order", "--profile", "rabbitmq-mariadb"));
        assertEquals(
                Set.of("redis", "postgres", "rocketmq"),
                servers("--only", "claim-shared", "--profile", "rocketmq-postgres"));
        assertEquals(
                Set.of("redis", "postgres", "mariadb", "rabbitmq", "rocketmq"),
                servers("--profile", "all"));
    }

    private static Set<String> servers(String... arguments) {
        return Options.parse(List.of(arguments)).servers();
    }

    @Test
    void what_is_not_understood_is_refused() {
        refused("--fast");
        refused("--seconds");
        refused("--seconds", "0");
        refused("--seconds", "61");
        refused("--seconds", "ten");
        refused("--only", "");
        refused("--only", "bare,j");
        refused("--only", "bare,hold");
        refused("--profile");
        refused("--profile", "");
        refused("--profile", "redis");
        refused("--profile", "redis-postgres,");
        refused("--only", "bare", "--profile", "all");
        refused("--only", "bare,,refusal");
    }

    private static void refused(String... arguments) {
        var list = List.of(arguments);
        assertThrows(BenchFailure.class, () -> Options.parse(list), list.toString());
    }
}
