package dev.sluice.tidy;

import static dev.sluice.tidy.RoomSamples.CORE;
import static dev.sluice.tidy.RoomSamples.EMBEDDED;
import static dev.sluice.tidy.RoomSamples.REDIS;
import static dev.sluice.tidy.RoomSamples.SERVER;
import static dev.sluice.tidy.RoomSamples.SQL;
import static dev.sluice.tidy.RoomSamples.file;
import static dev.sluice.tidy.RoomSamples.info;
import static dev.sluice.tidy.RoomSamples.rooms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each rule of rooms finds what it is meant to find, and leaves alone what looks like it. What is
/// public needlessly is found in `PublicsTest`.
class RoomRuleTest {
    private static final String TEST = "server/src/test/java/dev/sluice/server/";

    @ParameterizedTest
    @EnumSource
    void a_good_tree_keeps(RoomRule rule) {
        passes(rule);
    }

    @Test
    void a_room_is_called_by_its_package_below_the_root_of_its_module() {
        var deep = file(SERVER + "http/loop/Loop", "class Loop {}");
        var names =
                rooms(deep).all().stream().map(room -> room.module() + " " + room.name()).toList();

        assertTrue(names.containsAll(List.of("server root", "server http", "server http.loop")));
        assertTrue(names.containsAll(List.of("core sale", "adapters/redis hold")));
        assertTrue(names.contains("adapters/sql root"));
    }

    @Test
    void a_room_without_a_line_of_uses_is_found() {
        finds(RoomRule.USES_LINE, 1, "no line", info(SERVER + "json/", "It uses nothing."));
        finds(RoomRule.USES_LINE, 1, "no line", info(SERVER + "json/", "uses: nothing."));
        var code = file(SERVER + "json/package-info", "/// Words.\nclass A {} // Uses: nothing.");
        finds(RoomRule.USES_LINE, 1, "no line", code);
        finds(RoomRule.USES_LINE, 1, "no package-info", file(SERVER + "web/Pages", ""));
    }

    @Test
    void a_module_of_one_room_needs_no_line_but_keeps_the_one_it_has() {
        passes(RoomRule.USES_LINE, file(SQL + "package-info", "/// What lives here.\n"));
        var book = file(EMBEDDED + "EmbeddedHolds", "\nimport dev.sluice.sql.SqlOrderBook;");
        passes(RoomRule.UNNAMED_USE, book, info(EMBEDDED, "Uses: sql."));
        finds(RoomRule.UNNAMED_USE, 2, "of sql,", book, info(EMBEDDED, "Uses: nothing."));
    }

    @Test
    void a_second_line_and_one_without_end_are_found() {
        var again = info(SERVER + "json/", "Uses: nothing.\n/// Uses: nothing.");
        finds(RoomRule.USES_LINE, 4, "another line", again);
        finds(RoomRule.USES_LINE, 3, "full stop", info(SERVER + "json/", "Uses: nothing"));
        var cut = info(SERVER, "Uses: http,\n///\n/// profile.");
        finds(RoomRule.USES_LINE, 3, "full stop", cut);
    }

    @Test
    void a_room_that_only_says_what_it_uses_is_found() {
        var bare = file(SERVER + "json/package-info", "/// Uses: nothing.\n");
        finds(RoomRule.USES_LINE, 1, "what lives", bare);
    }

    @Test
    void a_line_goes_on_to_its_full_stop() {
        var broken = info(SERVER, "Uses: http,\n/// profile.\n/// It has a hall.");
        passes(RoomRule.USES_LINE, broken);
        passes(RoomRule.UNNAMED_USE, broken);
        passes(RoomRule.IDLE_NAME, broken);
        var deep = file(SERVER + "http/loop/Loop", "public class Loop {}");
        var user = file(SERVER + "json/JsonIn", "import dev.sluice.server.http.loop.Loop;");
        passes(RoomRule.UNNAMED_USE, deep, user, info(SERVER + "json/", "Uses: http.loop."));
        passes(RoomRule.IDLE_NAME, deep, user, info(SERVER + "json/", "Uses: http.loop."));
    }

    @Test
    void a_use_that_the_line_does_not_name_is_found_where_it_stands() {
        for (var use :
                List.of(
                        "import dev.sluice.server.http.Front;",
                        "import dev.sluice.server.http.Front.Part;",
                        "import dev.sluice.server.http.*;",
                        "import static dev.sluice.server.http.Front.part;",
                        "import static dev.sluice.server.http.Front.*;",
                        "class A { dev.sluice.server.http.Front front; }",
                        "class A { Object a = dev.sluice\n  .server.http.Front::part; }")) {
            var user = file(SERVER + "json/JsonIn", "\n" + use);
            var what = " of http, which room json does not name";
            finds(RoomRule.UNNAMED_USE, 2, what, user);
            finds(RoomRule.UNNAMED_USE, 2, "JsonIn uses ", user);
        }
        var root = file(SERVER + "json/JsonIn", "import dev.sluice.server.Main;");
        finds(RoomRule.UNNAMED_USE, 1, "JsonIn uses Main of root", root);
    }

    @Test
    void a_use_is_found_once_for_each_source_and_type() {
        var user =
                file(
                        SERVER + "json/JsonIn",
                        "\nimport dev.sluice.server.http.Front;\ndev.sluice.server.http.Front a;"
                                + "\ndev.sluice.server.http.Call a;");
        var lines = RoomRule.UNNAMED_USE.check(rooms(user)).stream().map(Finding::line).toList();
        assertEquals(List.of(2, 4), lines);
    }

    @Test
    void another_module_is_named_whatever_the_package_and_core_is_not() {
        var user = file(SERVER + "json/JsonIn", "import dev.sluice.redis.hold.RedisHolds;");
        finds(RoomRule.UNNAMED_USE, 1, "JsonIn uses RedisHolds of redis,", user);
        passes(RoomRule.UNNAMED_USE, user, info(SERVER + "json/", "Uses: redis."));
        passes(
                RoomRule.UNNAMED_USE,
                file(SERVER + "json/JsonIn", "import dev.sluice.sale.Sale; import java.util.Map;"),
                file(TEST + "json/JsonInTest", "import dev.sluice.server.http.Front;"));
        var inner = file(CORE + "sale/Sale", "import dev.sluice.port.HoldStore;");
        finds(RoomRule.UNNAMED_USE, 1, "Sale uses HoldStore of port", inner);
    }

    @Test
    void a_name_that_nobody_uses_or_that_is_no_room_is_found() {
        var json = SERVER + "json/";
        finds(RoomRule.IDLE_NAME, 3, "http, but nobody", info(json, "Uses: http."));
        finds(RoomRule.IDLE_NAME, 3, "root, but nobody", info(json, "Uses: root."));
        finds(RoomRule.IDLE_NAME, 3, "sql, but nobody", info(json, "Uses: sql."));
        for (var name : List.of("json", "hall", "sale", "core", "dev.sluice.server.http", "")) {
            var what = "names " + name + ", but there is no such room";
            finds(RoomRule.IDLE_NAME, 3, what, info(json, "Uses: " + name + "."));
        }
        var http = SERVER + "http/";
        finds(RoomRule.IDLE_NAME, 3, "json, but it stands", info(http, "Uses: json, json."));
        finds(RoomRule.IDLE_NAME, 3, "nothing, but", info(http, "Uses: json, nothing."));
        var test = file(TEST + "json/JsonInTest", "import dev.sluice.server.http.Front;");
        finds(RoomRule.IDLE_NAME, 3, "nobody", info(json, "Uses: http."), test);
    }

    @Test
    void rooms_in_a_circle_are_found_with_a_pair_of_types_for_each_step() {
        var json = file(SERVER + "json/JsonIn", "\nimport dev.sluice.server.Main;");
        finds(
                RoomRule.CYCLE,
                1,
                "http > json > root > http: Front uses JsonIn of json,"
                        + " JsonIn uses Main of root, Main uses Front of http",
                file(SERVER + "http/Front", "import dev.sluice.server.json.JsonIn;"),
                json);
        var sale = file(CORE + "sale/Sale", "import dev.sluice.port.HoldStore;");
        assertEquals(2, RoomRule.CYCLE.check(rooms(json, sale)).size());
    }

    @Test
    void each_room_of_a_circle_stands_in_one_that_is_found() {
        var json =
                file(
                        SERVER + "json/JsonIn",
                        "import dev.sluice.server.Main;\nimport dev.sluice.server.http.Front;");
        var findings = RoomRule.CYCLE.check(rooms(json));
        assertEquals(2, findings.size());
        assertTrue(findings.get(0).what().contains("circle: http > json > http:"));
        assertTrue(findings.get(1).what().contains("circle: root > http > json > root:"));
    }

    @Test
    void what_tests_use_makes_no_circle() {
        passes(
                RoomRule.CYCLE,
                file(TEST + "json/JsonInTest", "import dev.sluice.server.http.Front;"));
    }

    @Test
    void a_room_of_26_files_is_too_large() {
        var files = new ArrayList<Source>();
        for (int i = 0; i < RoomLimits.FILES_MAX - 2; i++) {
            files.add(file(SERVER + "http/Part" + i, ""));
        }
        files.add(file(TEST + "http/FrontTest", ""));
        passes(RoomRule.ROOM_SIZE, files.toArray(Source[]::new));
        files.addFirst(file(SERVER + "http/Last", ""));
        var findings = RoomRule.ROOM_SIZE.check(rooms(files.toArray(Source[]::new)));
        assertEquals(
                List.of(SERVER + "http/package-info.java:1: room http has 26 files, at most 25"),
                findings.stream().map(Finding::toString).toList());
    }

    @Test
    void only_the_rooms_that_wire_know_an_adapter() {
        var use = "\nimport dev.sluice.redis.hold.RedisHolds;";
        var what = "Front uses RedisHolds of redis, an adapter";
        finds(RoomRule.ADAPTER_USE, 2, what, file(SERVER + "http/Front", use));
        finds(RoomRule.ADAPTER_USE, 2, "of redis", file(SERVER + "audit/deep/Proof", use));
        finds(RoomRule.ADAPTER_USE, 2, "of redis", file(SERVER + "Sluice", use));
        passes(RoomRule.ADAPTER_USE, file(SERVER + "profile/SharedProfile", use));
        passes(RoomRule.ADAPTER_USE, file(SERVER + "audit/AuditProof", use));
        passes(RoomRule.ADAPTER_USE, file(TEST + "http/FrontTest", use));
        passes(RoomRule.ADAPTER_USE, file("bench/src/main/java/dev/sluice/bench/A", use));
    }

    @Test
    void only_the_root_knows_the_engine() {
        var engine = file(SERVER + "engine/Engine", "public class Engine {}");
        var use = "\nimport dev.sluice.server.engine.Engine;";
        var what = "Front uses Engine of engine, which only the root";
        finds(RoomRule.ENGINE_USE, 2, what, file(SERVER + "http/Front", use), engine);
        passes(RoomRule.ENGINE_USE, file(SERVER + "Sluice", use), engine);
        passes(RoomRule.ENGINE_USE, file(TEST + "http/FrontTest", use), engine);
        var duties = "\nimport dev.sluice.server.engine.Duties;";
        passes(RoomRule.ENGINE_USE, file(SERVER + "http/Front", duties), engine);
    }

    @Test
    void adapters_do_not_know_each_other() {
        var sql = "import dev.sluice.sql.SqlOrderBook;";
        finds(RoomRule.ADAPTER_USE, 1, "of sql", file(REDIS + "hold/RedisHolds", sql));
        var redis = "import dev.sluice.redis.RedisStores;";
        finds(RoomRule.ADAPTER_USE, 1, "of redis", file(EMBEDDED + "EmbeddedHolds", redis));
        finds(RoomRule.ADAPTER_USE, 1, "of sql", file(EMBEDDED + "EmbeddedHolds", sql));
        var crowd = "rehearsal/src/main/java/dev/sluice/rehearsal/Crowd";
        finds(RoomRule.ADAPTER_USE, 1, "of redis", file(crowd, redis));
    }

    /// The good tree with these sources breaks the rule once, in the first of them.
    private static void finds(RoomRule rule, int line, String what, Source... sources) {
        var findings = rule.check(rooms(sources));
        assertEquals(1, findings.size(), () -> findings + " in " + sources[0].text());
        assertEquals(sources[0].path(), findings.getFirst().file());
        assertEquals(line, findings.getFirst().line());
        assertTrue(findings.getFirst().what().contains(what), findings.getFirst()::what);
    }

    private static void passes(RoomRule rule, Source... sources) {
        assertEquals(List.of(), rule.check(rooms(sources)));
    }
}
