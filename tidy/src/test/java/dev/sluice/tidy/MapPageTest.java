package dev.sluice.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Holds `docs/architecture.md` to the source tree.
class MapPageTest {
    private static final String WORD = "| text | what is written | `Text` |\n";
    private static final String HALL = "| `hall` | nobody | nothing |\n";
    private static final String MAP =
            """
            ## Words

            | word | meaning | where |
            | --- | --- | --- |
            | front | where all comes in | `Front`, `Front.open` |
            %s
            ## Rooms

            ### server

            | room | what lives there | uses |
            | --- | --- | --- |
            | `http` | the front, no `HTTP`. `Front`, `Front.open` | `json` |
            | `json` | texts | nothing |

            ### core

            `sale`, `claim` and `port` do not use each other.

            ### adapters

            | module | room | what lives there | uses |
            | --- | --- | --- | --- |
            | `adapters/sql` | one room | the `Book` | |
            """
                    .formatted(WORD.repeat(MapPage.WORDS_MIN - 1));
    private static final List<Source> JAVA =
            List.of(
                    java("http/package-info", "/// Comes in.\n///\n/// Uses: json.\n", "http"),
                    java("json/package-info", "/// Texts.\n///\n/// Uses: nothing.\n", "json"),
                    java("http/Front", "", "http", "class Front { void open() {} }"),
                    java("json/Text", "", "json", "public class Text {}"),
                    Source.java(RoomSamples.SQL + "Book.java", "class Book {}"));

    @Test
    void the_page_and_the_tree_agree() {
        var tree = Tree.here();
        var page =
                tree.texts().stream()
                        .filter(source -> source.path().equals(MapPage.PATH))
                        .findFirst()
                        .orElseThrow();
        var map = new MapPage(page, new Rooms(tree.java(), List.of()));

        assertEquals(List.of(), map.map());
        assertEquals(List.of(), map.words());
        assertEquals(List.of(), map.strangers());
    }

    @Test
    void a_good_page_passes() {
        assertEquals(List.of(), page(MAP).map());
        assertEquals(List.of(), page(MAP).words());
        assertEquals(List.of(), strangers(MAP));
    }

    @Test
    void a_row_that_says_something_else_is_found() {
        finds("the row of server http says [], its room [json]", MAP.replace("`json` |\n", " |\n"));
        finds(
                "the row of server json says [http], its room []",
                MAP.replace("nothing |", "`http` |"));
    }

    @Test
    void a_room_without_a_row_is_found() {
        finds("no row for server json", MAP.replace("| `json` | texts | nothing |\n", ""));
    }

    @Test
    void a_row_without_a_room_is_found() {
        var json = "| `json` | texts | nothing |\n";
        finds("the row of server hall is of no room", MAP.replace(json, json + HALL));
        finds("the row of adapters/redis hall is of no room", MAP + "| `adapters/redis` " + HALL);
        finds("the row of adapters/sql hall is of no room", MAP + "| " + HALL);
        finds(
                "the row of adapters/zookeeper one room is of no room",
                MAP + "| `adapters/zookeeper` | one room | watches | |\n");
    }

    @Test
    void a_type_that_does_not_live_in_the_room_of_its_row_is_found() {
        for (var stranger : List.of("`Text`", "`Frunt`", "`Front.close`")) {
            var what = "the row of server http names " + stranger + ", which does not live there";
            finds(what, MAP.replace("no `HTTP`", stranger));
        }
        finds(
                "the row of adapters/sql one room names `Front`, which does not live there",
                MAP.replace("`Book`", "`Front`"));
    }

    @Test
    void a_word_that_lives_nowhere_is_found() {
        for (var gone : List.of("`Frunt`", "`Front.close`")) {
            var findings = page(MAP.replace("`Front.open`", gone)).words();
            assertEquals(List.of("there is no " + gone), whats(findings));
        }
    }

    @Test
    void a_word_that_names_no_place_is_found() {
        var front = "`Front`, `Front.open`";
        for (var none : List.of("", "in the front", "`front`", "see [Rooms](#rooms)")) {
            var findings = page(MAP.replace(front, none)).words();
            assertEquals(List.of("front lives nowhere"), whats(findings), none);
            assertEquals(5, findings.getFirst().line());
        }
        assertEquals(List.of(), page(MAP.replace(front, "[Rooms](#rooms)")).words());
        var cut = page(MAP.replace("| " + front + " |", "|")).words();
        assertEquals(List.of("front lives nowhere"), whats(cut));
    }

    @Test
    void a_glossary_that_lacks_words_is_found() {
        var fewer = WORD.repeat(MapPage.WORDS_MIN - 2);
        var page = page(MAP.replace(WORD.repeat(MapPage.WORDS_MIN - 1), fewer));
        assertEquals(List.of("24 words, at least 25"), whats(page.words()));
        assertEquals(List.of("0 words, at least 25"), whats(page("## Words\n").words()));
        var other = page(MAP.replace("## Words", "## Speech"));
        assertEquals(List.of("there is no part ## Words"), whats(other.words()));
    }

    @Test
    void a_use_between_rooms_that_are_said_to_be_strangers_is_found() {
        var claims = "\nimport dev.sluice.claim.Claims;";
        var user = core("sale/Sale", claims);
        var what = "Sale uses Claims of claim, a stranger to sale";
        assertEquals(List.of(new Finding(user.path(), 2, what)), strangers(MAP, user));
        var broken = MAP.replace("and `port` do not", "and\n`port` do\nnot");
        assertEquals(List.of(new Finding(user.path(), 2, what)), strangers(broken, user));

        assertEquals(List.of(), strangers(MAP, core("id/Id", claims)));
        assertEquals(List.of(), strangers(MAP, core("sale/Sale", "import dev.sluice.id.Id;")));
        assertEquals(List.of(), strangers(MAP.replace("`sale`, ", ""), user));
    }

    @Test
    void strangers_that_are_no_rooms_or_that_nobody_names_are_found() {
        var gone = strangers(MAP.replace("`claim`", "`hall`"));
        assertEquals(List.of("core has no room hall"), whats(gone));
        var none = strangers(MAP.replace("each other", "much"));
        assertEquals(List.of("no rooms are said to be strangers"), whats(none));
    }

    private static List<Finding> strangers(String text, Source... sources) {
        var java = new ArrayList<>(List.of(sources));
        for (var type : List.of("sale/Order", "claim/Claims", "port/Gates", "id/Text")) {
            java.add(core(type, ""));
        }
        return page(text, java).strangers();
    }

    private static void finds(String what, String text) {
        assertEquals(List.of(what), whats(page(text).map()));
    }

    private static List<String> whats(List<Finding> findings) {
        return findings.stream().map(Finding::what).toList();
    }

    private static MapPage page(String text) {
        return page(text, JAVA);
    }

    private static MapPage page(String text, List<Source> java) {
        return new MapPage(Source.plain(MapPage.PATH, text), new Rooms(java, List.of()));
    }

    private static Source core(String path, String text) {
        return Source.java(RoomSamples.CORE + path + ".java", text);
    }

    private static Source java(String path, String comment, String room, String... code) {
        var text = comment + "package dev.sluice.server." + room + ";\n" + String.join("\n", code);
        return Source.java("server/src/main/java/dev/sluice/server/" + path + ".java", text);
    }
}
