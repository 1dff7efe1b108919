package dev.sluice.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.server.ApiTest;
import dev.sluice.server.Sluice;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.json.Code;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Routes that are for operators by their group, whatever is behind them.
class OperatorsOnlyTest extends ApiTest {

    private static final String ADMIN = "/api/v1/admin/";

    /// Where operators log in, and their socket, which asks for itself before it is one.
    private static final Set<String> OTHERS = Set.of(ADMIN + "sessions", ADMIN + "live");

    @Override
    public void prepare(Sluice sluice) {
        sluice.routes().get("/careless", RouteGroup.ADMIN, call -> Reply.empty(204));
    }

    @Test
    void a_route_that_does_not_ask_is_closed_to_strangers_all_the_same() {
        api.root().get("/careless").is(Code.NO_OPERATOR);
        api.root().with("Authorization", "Bearer nonsense").get("/careless").is(Code.NO_OPERATOR);
        operator().root().get("/careless").is(204);
    }

    @Test
    void every_address_of_operators_is_in_their_group() {
        var open =
                sluice.routes().all().stream()
                        .filter(route -> route.template().startsWith(ADMIN))
                        .filter(route -> !OTHERS.contains(route.template()))
                        .filter(route -> !route.group().isForOperators())
                        .map(Routes.Route::template)
                        .toList();

        assertEquals(List.of(), open);
    }
}
