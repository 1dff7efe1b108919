package dev.sluice.server;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Code;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The list of hostile inputs itself, against a route that reads a field of every kind.
class GarbageTest extends ApiTest {

    private static final String GOOD =
            """
            {"name": "Ann", "count": 1, "on": true, "at": "2030-01-31T12:00:00Z",
             "price": {"amount": 1, "currency": "CNY"}, "offers": [{"stock": 1}]}
            """;

    @Override
    public void prepare(Sluice sluice) {
        sluice.routes().post("/things/{id}", RouteGroup.OPERATE, GarbageTest::read);
    }

    private static Reply read(Call call) {
        call.id("id", dev.sluice.id.SaleId::parse, Code.NO_SUCH_SALE);
        var body = call.body("name", "count", "on", "at", "price", "offers");
        body.text("name", 1, 99);
        body.integer("count", 1, 99);
        body.flag("on");
        body.instant("at");
        body.money("price");
        for (var offer : body.objects("offers", 1, 9, "stock")) offer.integer("stock", 1, 9);
        return Reply.empty(204);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var path = "/things/0000000000007";
        api.root().post(path, GOOD).is(204);

        return Garbage.to(api.root(), "POST", path).withBody(GOOD).tests();
    }
}
