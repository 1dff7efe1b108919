package dev.sluice.server.http;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.json.Code;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The table of routes: a method and a template each, such as `/api/v1/orders/{orderId}` or
/// `/api/v1/challenges/{challengeId}.png`. Filled while wiring, read-only afterwards. Literal
/// segments win over named ones.
public final class Routes {

    private static final int SEGMENTS_MAX = 12;

    /// @param template with its named segments in braces
    public record Route(HttpMethod method, String template, RouteGroup group, Endpoint endpoint) {}

    /// What there is at an address.
    public sealed interface Match {

        record Found(Route route, Map<String, String> parameters) implements Match {}

        /// The address exists, with other methods.
        record OtherMethods(String allowed) implements Match {}

        enum None implements Match {
            NOTHING,
            BAD_ENCODING
        }
    }

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<HttpMethod, Route> routes = new LinkedHashMap<>();

        /// By what has to follow the named part: nothing, or an ending such as `.png`.
        final Map<String, Node> named = new LinkedHashMap<>();
    }

    private final Node root = new Node();
    private final List<Route> all = new ArrayList<>();
    private final List<HotRoute> hot = new ArrayList<>();
    private Function<Visit, Reply> otherwise = visit -> Replies.of(Code.NOT_FOUND, visit.lang());

    public Routes get(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.GET, template, group, endpoint));
    }

    public Routes post(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.POST, template, group, endpoint));
    }

    public Routes put(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.PUT, template, group, endpoint));
    }

    public Routes delete(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.DELETE, template, group, endpoint));
    }

    /// Adds a hot route, which is asked before the table is looked at and after the hot routes that
    /// were added before it: the hottest comes first.
    public Routes hot(HotRoute route) {
        route.register(this);
        hot.add(route);
        return this;
    }

    HotRoute[] hot() {
        return hot.toArray(HotRoute[]::new);
    }

    /// Answers addresses at which there is nothing. Must not block.
    public Routes otherwise(Function<Visit, Reply> answer) {
        otherwise = answer;
        return this;
    }

    /// The answer to an address at which there is nothing.
    Reply nothing(Visit visit) {
        return otherwise.apply(visit);
    }

    /// All routes in the order in which they were added.
    public List<Route> all() {
        return List.copyOf(all);
    }

    private Routes add(Route route) {
        var node = root;
        for (var segment : segments(route.template)) {
            node =
                    isName(segment)
                            ? node.named.computeIfAbsent(ending(segment), s -> new Node())
                            : node.literals.computeIfAbsent(segment, s -> new Node());
        }
        if (node.routes.put(route.method, route) != null) {
            throw new IllegalStateException("two routes for " + route.method + route.template);
        }
        all.add(route);
        return this;
    }

    /// HEAD finds the route of GET.
    public Match find(HttpMethod method, String path) {
        if (path == null || path.isEmpty() || path.charAt(0) != '/') return Match.None.NOTHING;
        var segments = segments(path);
        if (segments.length > SEGMENTS_MAX) return Match.None.NOTHING;
        var node = node(root, segments, 0);
        if (node == null) return Match.None.NOTHING;
        var route = node.routes.get(method == HttpMethod.HEAD ? HttpMethod.GET : method);
        if (route == null) return new Match.OtherMethods(allowed(node));
        return found(route, segments);
    }

    private static Node node(Node from, String[] segments, int index) {
        if (index == segments.length) return from.routes.isEmpty() ? null : from;
        var literal = from.literals.get(segments[index]);
        var found = literal == null ? null : node(literal, segments, index + 1);
        if (found != null) return found;
        for (var named : from.named.entrySet()) {
            if (!fits(segments[index], named.getKey())) continue;
            found = node(named.getValue(), segments, index + 1);
            if (found != null) return found;
        }
        return null;
    }

    private static boolean fits(String segment, String ending) {
        return segment.length() > ending.length() && segment.endsWith(ending);
    }

    private static Match found(Route route, String[] segments) {
        var template = segments(route.template);
        var parameters = new HashMap<String, String>();
        for (int i = 0; i < template.length; i++) {
            if (!isName(template[i])) continue;
            var ending = ending(template[i]);
            var text = segments[i].substring(0, segments[i].length() - ending.length());
            var value = Percent.decodeSegment(text);
            if (value == null) return Match.None.BAD_ENCODING;
            parameters.put(template[i].substring(1, template[i].indexOf('}')), value);
        }
        return new Match.Found(route, parameters);
    }

    private static String allowed(Node node) {
        var methods =
                node.routes.keySet().stream().map(HttpMethod::name).collect(Collectors.toList());
        if (methods.contains("GET")) methods.add("HEAD");
        methods.add("OPTIONS");
        return String.join(", ", methods);
    }

    private static boolean isName(String segment) {
        return segment.startsWith("{");
    }

    private static String ending(String name) {
        return name.substring(name.indexOf('}') + 1);
    }

    /// The parts between slashes; a slash at the end makes an empty last one.
    private static String[] segments(String path) {
        return path.substring(1).split("/", -1);
    }
}
