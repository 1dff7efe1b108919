package dev.sluice.server.http;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.json.Code;
import io.vertx.core.http.HttpMethod;

/// A hot route for the tests of the front: all things are sold out but one, which it leaves alone.
final class HotThings implements HotRoute {

    private static final String PREFIX = "/hot/";
    private static final String LEFT = PREFIX + "left";

    @Override
    public void register(Routes routes) {
        routes.get(
                LEFT, RouteGroup.PAGE, call -> Reply.json(200, out -> out.text("echo", "not hot")));
    }

    @Override
    public boolean take(Visit visit) {
        if (visit.method() != HttpMethod.GET || !visit.path().startsWith(PREFIX)) return false;
        if (visit.path().equals(LEFT)) return false;
        visit.answer(Replies.of(Code.SOLD_OUT, visit.lang()));
        return true;
    }
}
