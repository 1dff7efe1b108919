package dev.sluice.server;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The table of routes: a method and a template such as `/api/v1/orders/{orderId}` each. Filled
/// while wiring, read-only afterwards. Literal segments win over named ones.
final class Routes {

    private static final int SEGMENTS_MAX = 12;

    /// @param template with its named segments in braces
    record Route(HttpMethod method, String template, RouteGroup group, Endpoint endpoint) {}

    /// What there is at an address.
    sealed interface Match {

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
        Node named;
    }

    private final Node root = new Node();
    private final List<Route> all = new ArrayList<>();

    Routes get(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.GET, template, group, endpoint));
    }

    Routes post(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.POST, template, group, endpoint));
    }

    Routes put(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.PUT, template, group, endpoint));
    }

    Routes delete(String template, RouteGroup group, Endpoint endpoint) {
        return add(new Route(HttpMethod.DELETE, template, group, endpoint));
    }

    /// All routes in the order in which they were added.
    List<Route> all() {
        return List.copyOf(all);
    }

    private Routes add(Route route) {
        var node = root;
        for (var segment : segments(route.template)) {
            if (isName(segment)) {
                if (node.named == null) node.named = new Node();
                node = node.named;
            } else {
                node = node.literals.computeIfAbsent(segment, s -> new Node());
            }
        }
        if (node.routes.put(route.method, route) != null) {
            throw new IllegalStateException("two routes for " + route.method + route.template);
        }
        all.add(route);
        return this;
    }

    /// HEAD finds the route of GET.
    Match find(HttpMethod method, String path) {
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
        if (found != null || from.named == null || segments[index].isEmpty()) return found;
        return node(from.named, segments, index + 1);
    }

    private static Match found(Route route, String[] segments) {
        var template = segments(route.template);
        var parameters = new HashMap<String, String>();
        for (int i = 0; i < template.length; i++) {
            if (!isName(template[i])) continue;
            var value = Percent.decodeSegment(segments[i]);
            if (value == null) return Match.None.BAD_ENCODING;
            parameters.put(template[i].substring(1, template[i].length() - 1), value);
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

    /// The parts between slashes; a slash at the end makes an empty last one.
    private static String[] segments(String path) {
        return path.substring(1).split("/", -1);
    }
}
