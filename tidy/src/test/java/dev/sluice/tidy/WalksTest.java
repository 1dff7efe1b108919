package dev.sluice.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Holds `docs/walks.md` to the source tree.
class WalksTest {
    private static final String WALKS =
            """
            # Walks

            ## A claim

            **On the event loop**

            | # | class | room | what it does there |
            | --- | --- | --- | --- |
            | 1 | `Front` | server `http` | listens |
            | 2 | `JsonIn` | server `json` | reads |

            **On another thread**

            | # | class | room | what it does there |
            | --- | --- | --- | --- |
            | | `Front` | server `http` | answers |
            | 3 | `SqlOrderBook` | `adapters/sql` | settles |
            | 4 | `Sale` | core `sale` | ends |

            **4 classes in 4 rooms.** With more: `Much`.

            ## A restock

            | # | class | room | what it does there |
            | --- | --- | --- | --- |
            | 1 | `Front` | server `http` | listens |
            | 2 | `RedisHolds` | `adapters/redis` `hold` | counts |
            | 3 | `RedisStores` | `adapters/redis` | opens |
            | 4 | `Call` | server `http` | is called |

            **4 classes in 3 rooms.**
            """;

    @Test
    void the_page_and_the_tree_agree() {
        var tree = Tree.here();
        var page =
                tree.texts().stream()
                        .filter(source -> source.path().equals(Walks.PATH))
                        .findFirst()
                        .orElseThrow();

        assertEquals(List.of(), Walks.check(page, new Rooms(tree.java(), List.of())));
    }

    @Test
    void a_good_page_passes() {
        assertEquals(List.of(), findings(WALKS));
    }

    @Test
    void a_class_that_does_not_live_in_its_room_is_found() {
        var hold = "`RedisHolds` | `adapters/redis` `hold`";
        finds(
                "27: there is no Held in `adapters/redis` `hold`",
                hold,
                hold.replace("RedisHolds", "Held"));
        finds(
                "27: there is no Sale in `adapters/redis` `hold`",
                hold,
                hold.replace("RedisHolds", "Sale"));
        for (var elsewhere : List.of("server `hold`", "redis", "`adapters/redis` `link`")) {
            finds(
                    "27: there is no RedisHolds in " + elsewhere,
                    hold,
                    "`RedisHolds` | " + elsewhere);
        }
    }

    @Test
    void a_number_that_does_not_follow_is_found() {
        var order = "| 3 | `SqlOrderBook`";
        finds("17: the number of SqlOrderBook is 4, not 3", order, order.replace("3", "4"));
        finds("17: the number of SqlOrderBook is none, not 3", order, order.replace("3 ", ""));
        finds("16: the number of Front is 3, not none", "| | `Front`", "| 3 | `Front`");
    }

    @Test
    void a_total_that_the_tables_do_not_have_is_found() {
        var total = "4 classes in 4 rooms";
        for (var wrong : List.of("5 classes in 4 rooms", "4 classes in 3 rooms")) {
            finds("20: the walk has " + total + ", not " + wrong, total, wrong);
        }
        finds("22: the walk ends without a total", "**" + total + ".**", total);
        finds("31: the walk ends without a total", "**4 classes in 3 rooms.**", "");
    }

    @Test
    void what_is_no_row_is_found() {
        finds("30: this is no row of a walk", "| is called |", "| is called |\n| | also | | |");
        finds("1: this is no row of a walk", "# Walks", "| 1 | `Front` | server `http` | a |");
        assertEquals(List.of("1: there is no walk"), findings("# Walks\n"));
    }

    /// The good page with this change has this flaw and no other.
    private static void finds(String flaw, String old, String changed) {
        assertEquals(List.of(flaw), findings(WALKS.replace(old, changed)));
    }

    private static List<String> findings(String text) {
        var page = Source.plain(Walks.PATH, text);
        return Walks.check(page, RoomSamples.rooms()).stream()
                .map(finding -> finding.line() + ": " + finding.what())
                .toList();
    }
}
