package dev.sluice.tidy;

import java.util.List;
import java.util.TreeMap;

/// A small tree that keeps every rule of rooms, for tests that break one.
final class RoomSamples {
    static final String SERVER = "server/src/main/java/dev/sluice/server/";
    static final String REDIS = "adapters/redis/src/main/java/dev/sluice/redis/";
    static final String SQL = "adapters/sql/src/main/java/dev/sluice/sql/";
    static final String EMBEDDED = "adapters/embedded/src/main/java/dev/sluice/embedded/";
    static final String CORE = "core/src/main/java/dev/sluice/";

    private static final List<Source> GOOD =
            List.of(
                    info(SERVER, "Uses: http, profile."),
                    file(
                            SERVER + "Main",
                            """
                            import dev.sluice.sale.Sale;
                            import dev.sluice.server.http.Front;
                            import dev.sluice.server.profile.SharedProfile;
                            public class Main { public static void main(String[] words) {} }
                            """),
                    info(SERVER + "profile/", "Uses: redis."),
                    file(
                            SERVER + "profile/SharedProfile",
                            "import dev.sluice.redis.RedisStores; public class SharedProfile {}"),
                    info(SERVER + "http/", "Uses: json."),
                    file(
                            SERVER + "http/Front",
                            """
                            import static dev.sluice.server.json.JsonIn.read;
                            public class Front { void f(Call call) { read(); } }
                            """),
                    file(SERVER + "http/Call", "class Call {}"),
                    info(SERVER + "json/", "Uses: nothing."),
                    file(
                            SERVER + "json/JsonIn",
                            """
                            /// Not `dev.sluice.server.http.Front`, nor [dev.sluice.server.Main].
                            public class JsonIn { String main = "dev.sluice.server.Main"; }
                            """),
                    file(
                            "server/src/test/java/dev/sluice/server/http/FrontTest",
                            "import dev.sluice.redis.RedisStores;"
                                    + "import dev.sluice.server.json.JsonIn;"),
                    info(REDIS, "Uses: hold."),
                    file(
                            REDIS + "RedisStores",
                            "import dev.sluice.redis.hold.RedisHolds; public class RedisStores {}"),
                    info(REDIS + "hold/", "Uses: nothing."),
                    file(
                            REDIS + "hold/RedisHolds",
                            "public class RedisHolds implements dev.sluice.port.HoldStore {}"),
                    file(SQL + "SqlOrderBook", "public class SqlOrderBook {}"),
                    file(
                            EMBEDDED + "EmbeddedHolds",
                            "import dev.sluice.port.HoldStore; public class EmbeddedHolds {}"),
                    info(CORE + "sale/", "Uses: nothing."),
                    file(CORE + "sale/Sale", "public record Sale(int units) {}"),
                    info(CORE + "port/", "Uses: sale."),
                    file(
                            CORE + "port/HoldStore",
                            """
                            import dev.sluice.sale.Sale;
                            public interface HoldStore { void open(Sale sale); }
                            """));

    private RoomSamples() {}

    /// The good tree with these sources in it, in place of those of the same path.
    static Rooms rooms(Source... sources) {
        return new Rooms(java(sources), List.of());
    }

    static List<Source> java(Source... sources) {
        var tree = new TreeMap<String, Source>();
        for (var source : GOOD) tree.put(source.path(), source);
        for (var source : sources) tree.put(source.path(), source);
        return List.copyOf(tree.values());
    }

    static Source file(String path, String text) {
        return Source.java(path + ".java", text);
    }

    /// An introduction whose line of uses, if it has one, stands in the third line.
    static Source info(String folder, String uses) {
        return file(folder + "package-info", "/// What lives here.\n///\n/// " + uses + "\n");
    }
}
