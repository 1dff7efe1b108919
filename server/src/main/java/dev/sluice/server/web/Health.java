package dev.sluice.server.web;

import dev.sluice.port.Unavailable;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether this node should get requests. Each check says what is wrong, or nothing. Whoever
/// balances asks every second or two, so the log says it when a check begins to fail and when that
/// is over.
public final class Health {

    private static final Logger LOG = LoggerFactory.getLogger(Health.class);
    private static final String UP = "UP";
    private static final String DOWN = "DOWN";
    private static final String AWAY = "what it needs does not answer";

    private final Map<String, Supplier<Optional<String>>> checks = new ConcurrentSkipListMap<>();
    private final Map<String, String> wrongs = new ConcurrentSkipListMap<>();
    private final List<Runnable> steps = new CopyOnWriteArrayList<>();
    private volatile boolean draining;

    /// Registers a check, which may block for a short time only.
    public void check(String name, Supplier<Optional<String>> check) {
        checks.put(name, check);
    }

    /// Registers what is to be done, quickly, when this node begins to stop: closing sockets that
    /// would otherwise keep it waiting, for example.
    void whenDraining(Runnable step) {
        steps.add(step);
    }

    /// From now on this node is on its way out.
    public void drain() {
        if (draining) return;
        draining = true;
        steps.forEach(Runnable::run);
    }

    boolean isDraining() {
        return draining;
    }

    public void register(Routes routes) {
        routes.get("/health/live", RouteGroup.OPERATE, call -> live())
                .get("/health/ready", RouteGroup.OPERATE, call -> ready());
    }

    private static Reply live() {
        return Reply.json(200, out -> out.text("status", UP));
    }

    public Reply ready() {
        var results = new TreeMap<String, String>();
        checks.forEach((name, check) -> results.put(name, result(name, check)));
        results.put("accepting", draining ? DOWN : UP);
        var isUp = !results.containsValue(DOWN);
        var reply =
                Reply.json(
                        isUp ? 200 : 503,
                        out -> {
                            out.text("status", isUp ? UP : DOWN);
                            out.object("checks", checks -> results.forEach(checks::text));
                        });
        return isUp ? reply : reply.with(HttpHeaders.RETRY_AFTER, "1");
    }

    /// What is wrong is for the log; a stranger learns only which check it is.
    private String result(String name, Supplier<Optional<String>> check) {
        try {
            var wrong = check.get();
            if (wrong.isEmpty()) {
                if (wrongs.remove(name) != null) LOG.info("The check {} is well again", name);
                return UP;
            }
            if (isNew(name, wrong.get())) LOG.warn("The check {} fails: {}", name, wrong.get());
        } catch (Unavailable fault) {
            if (isNew(name, AWAY)) LOG.warn("The check {} fails: {}", name, fault.getMessage());
        } catch (RuntimeException bug) {
            if (isNew(name, bug.toString())) LOG.warn("The check {} fails", name, bug);
        }
        return DOWN;
    }

    private boolean isNew(String name, String wrong) {
        return !wrong.equals(wrongs.put(name, wrong));
    }
}
