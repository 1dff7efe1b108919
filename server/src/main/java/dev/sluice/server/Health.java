package dev.sluice.server;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/// Whether this node should get requests. Each check says what is wrong, or nothing.
final class Health {

    private final Map<String, Supplier<Optional<String>>> checks = new ConcurrentSkipListMap<>();
    private volatile boolean draining;

    /// Registers a check, which may block for a short time only.
    void check(String name, Supplier<Optional<String>> check) {
        checks.put(name, check);
    }

    /// From now on this node is on its way out.
    void drain() {
        draining = true;
    }

    void register(Routes routes) {
        routes.get("/health/live", RouteGroup.OPERATE, call -> live())
                .get("/health/ready", RouteGroup.OPERATE, call -> ready());
    }

    private static Reply live() {
        return Reply.json(200, out -> out.text("status", "up"));
    }

    private Reply ready() {
        var results = new ConcurrentSkipListMap<String, String>();
        checks.forEach((name, check) -> results.put(name, result(check)));
        results.put("draining", draining ? "this node is stopping" : "ok");
        var isUp = results.values().stream().allMatch("ok"::equals);
        var reply =
                Reply.json(
                        isUp ? 200 : 503,
                        out -> {
                            out.text("status", isUp ? "up" : "down");
                            out.object("checks", checks -> results.forEach(checks::text));
                        });
        return isUp ? reply : reply.with("Retry-After", "1");
    }

    /// A check that throws has failed, and its message stays in here.
    private static String result(Supplier<Optional<String>> check) {
        try {
            return check.get().orElse("ok");
        } catch (RuntimeException e) {
            return "failed";
        }
    }
}
