package dev.sluice.tidy;

import static dev.sluice.tidy.RoomSamples.SERVER;
import static dev.sluice.tidy.RoomSamples.SQL;
import static dev.sluice.tidy.RoomSamples.file;
import static dev.sluice.tidy.RoomSamples.java;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/// A type that is public for nobody is found, and one that is public for somebody is not. The tree
/// has a type `Front` in the room `http` that another room uses.
class PublicsTest {
    private static final String HTTP = SERVER + "http/";

    @Test
    void a_public_type_that_no_other_room_uses_is_found() {
        for (var type :
                List.of(
                        "public class Call {}",
                        "@Deprecated(since = \"{\") public final class Call<T> extends Front {}",
                        "public sealed interface Call { record A() implements Call {} }",
                        "public @interface Call {}",
                        "public enum Call { A }",
                        "public record Call(int a) { public Call { g(); } }")) {
            var call = file(HTTP + "Call", "package dev.sluice.server.http;\n\n" + type);
            finds(3, call);
            finds(3, call, file(HTTP + "Loop", "class Loop { public Call call() {} }"));
        }
        passes(file(HTTP + "Call", "class Call { public class Part {} }"));
        passes(file(SQL + "SqlPages", "public class SqlPages {}"));
    }

    @Test
    void a_type_that_another_package_names_is_used() {
        var call = file(HTTP + "Call", "public class Call {}");
        var uses =
                List.of(
                        "import dev.sluice.server.http.Call;",
                        "import dev.sluice.server.http.Call.Part;",
                        "import dev.sluice.server.http.*;",
                        "import static dev.sluice.server.http.Call.part;",
                        "class A { dev.sluice.server.http.Call call; }");
        for (var use : uses) {
            passes(call, file(SERVER + "web/Pages", use));
            passes(call, file("server/src/test/java/dev/sluice/server/Stage", use));
            passes(call, file("bench/src/main/java/dev/sluice/bench/Lab", use));
            finds(1, call, file(HTTP + "Loop", use));
            finds(1, call, file("bench/src/test/java/dev/sluice/server/http/FrontTest", use));
        }
        finds(1, call, file(SERVER + "web/Pages", "/// [dev.sluice.server.http.Call]\nclass A {}"));
        finds(1, call, file(SERVER + "web/Pages", "import dev.sluice.server.http.Caller;"));
    }

    @Test
    void a_type_that_is_started_or_that_another_file_names_is_used() {
        passes(file(HTTP + "Call", "public class Call { public static void main(String[] a) {} }"));
        finds(1, file(HTTP + "Call", "public class Call { static void main() {} }"));
        var call = file(HTTP + "Call", "public class Call {}");
        var java = java(call);
        for (var path : List.of("sluice", "server/pom.xml", "a/META-INF/services/java.A")) {
            var text = Source.plain(path, "# <a>dev.sluice.server.http.Call</a>");
            assertEquals(List.of(), Publics.needless(new Rooms(java, List.of(text))));
            var other = Source.plain(path, "dev.sluice.server.http.Caller");
            assertEquals(1, Publics.needless(new Rooms(java, List.of(other))).size());
        }
        var page = Source.plain("docs/a.md", "dev.sluice.server.http.Call");
        assertEquals(1, Publics.needless(new Rooms(java, List.of(page, call))).size());
    }

    @Test
    void a_type_that_a_used_type_shows_is_used() {
        for (var front :
                List.of(
                        "public class Front extends Call {}",
                        "public class Front<T extends Call> {}",
                        "public sealed interface Front permits Call {}",
                        "public record Front(int a, List<Call> call) {}",
                        "public interface Front { Call call(); }",
                        "public interface Front { int a = f(() -> { g(); }); default Call f() {} }",
                        "public class Front { public final Call call = new A(); }",
                        "public class Front { protected Front(@A(b = {}) Call... call) {} }",
                        "public class Front { int f() { if (a) { g(); } } public Call call() {} }",
                        "public class Front { private int[] f = {1, 2}; public Call.Part call; }",
                        "public class Front { public interface Part { Call call(); } }",
                        "public class Front { enum A { B { int f() {} }, C; public Call f() {} } }",
                        "public enum Front { B(() -> { g(); }), C; public int f() throws Call {} }",
                        "import dev.sluice.server.http.Call.A; public record Front(A a) {}")) {
            passes(file(HTTP + "Call", "public class Call {}"), file(HTTP + "Front", front));
        }
    }

    @Test
    void a_type_that_a_used_type_keeps_to_itself_is_not_used() {
        for (var front :
                List.of(
                        "public class Front { private final Call call = new Call(); }",
                        "public class Front { Front(Call call) {} Call call() {} }",
                        "public class Front { public int f() { Call call; { Call b; } } }",
                        "public class Front { public int f = new Call() { int x; }.x; }",
                        "public class Front { private record Part(Call call) {} }",
                        "public interface Front { private Call f() {} int A = Call.A; }",
                        "public enum Front { A(new Call()), B { public Call f() {} }; int a; }")) {
            finds(1, file(HTTP + "Call", "public class Call {}"), file(HTTP + "Front", front));
        }
    }

    @Test
    void what_is_shown_shows_in_turn() {
        var call = file(HTTP + "Call", "public class Call {}");
        var front = file(HTTP + "Front", "public class Front extends Base {}");
        passes(call, front, file(HTTP + "Base", "class Base { public Call call() {} }"));
        finds(1, call, front, file(HTTP + "Base", "class Base { Call call() {} }"));
    }

    @Test
    void types_that_only_show_each_other_are_found() {
        var call = file(HTTP + "Call", "public class Call { public Reply reply; }");
        var reply = file(HTTP + "Reply", "public class Reply { public Call call; }");
        assertEquals(2, Publics.needless(new Rooms(java(call, reply), List.of())).size());
    }

    /// The good tree with these sources breaks the rule once, in the first of them.
    private static void finds(int line, Source... sources) {
        var findings = Publics.needless(new Rooms(java(sources), List.of()));
        var what = sources[0].typeName() + " is public, but no other room uses it";
        var expected = new Finding(sources[0].path(), line, what);
        assertEquals(List.of(expected), findings, () -> List.of(sources).toString());
    }

    private static void passes(Source... sources) {
        var findings = Publics.needless(new Rooms(java(sources), List.of()));
        assertEquals(List.of(), findings, () -> List.of(sources).toString());
    }
}
