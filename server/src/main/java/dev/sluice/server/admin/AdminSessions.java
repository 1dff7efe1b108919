package dev.sluice.server.admin;

import dev.sluice.port.Nodes;
import dev.sluice.server.access.Operators;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Problem;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// `/admin/sessions`: operators log in and out, so that a browser need not keep the key.
public final class AdminSessions {

    private static final String PATH = "/api/v1/admin/sessions";
    private static final String ENDED = "ended-operator-sessions";
    private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict";
    private static final int KEY_MAX = 256;

    private final Operators operators;
    private final Nodes nodes;
    private final InstantSource clock;

    public AdminSessions(Operators operators, Nodes nodes, InstantSource clock) {
        this.operators = operators;
        this.nodes = nodes;
        this.clock = clock;
        operators.restoreEnded(parse(nodes.findValue(ENDED).orElse("")));
    }

    public void register(Routes routes) {
        routes.post(PATH, RouteGroup.LOGIN, this::open).delete(PATH, RouteGroup.LOGIN, this::end);
    }

    private Reply open(Call call) {
        var key = call.body("key").text("key", 1, KEY_MAX);
        if (!operators.isKey(key)) throw Problem.of(Code.NO_OPERATOR);
        long until = clock.instant().plus(Operators.LENGTH).getEpochSecond();
        var token = operators.open();
        var cookie =
                "%s=%s; Max-Age=%d%s%s"
                        .formatted(
                                Visit.OPERATOR_COOKIE,
                                token,
                                Operators.LENGTH.toSeconds(),
                                ATTRIBUTES,
                                secure(call));
        return Reply.json(
                        201,
                        out ->
                                out.text("session", token)
                                        .instant("expiresAt", Instant.ofEpochSecond(until)))
                .withCookie(cookie);
    }

    private synchronized Reply end(Call call) {
        call.operator();
        call.noBody();
        operators.end(call.operatorToken());
        nodes.putValue(ENDED, text(operators.ended()));
        var cookie = Visit.OPERATOR_COOKIE + "=; Max-Age=0" + ATTRIBUTES + secure(call);
        return Reply.empty(204).withCookie(cookie);
    }

    /// A browser that came over HTTPS, through a proxy, sends the cookie back over HTTPS only.
    private static String secure(Call call) {
        boolean https =
                call.request().isSSL()
                        || "https".equalsIgnoreCase(call.header("x-forwarded-proto").orElse(""));
        return https ? "; Secure" : "";
    }

    private static String text(Map<Long, Long> ended) {
        return ended.entrySet().stream()
                .map(e -> e.getKey() + ":" + e.getValue())
                .collect(Collectors.joining(","));
    }

    private static Map<Long, Long> parse(String text) {
        var ended = new HashMap<Long, Long>();
        Arrays.stream(text.split(","))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> entry.split(":"))
                .forEach(e -> ended.put(Long.valueOf(e[0]), Long.valueOf(e[1])));
        return ended;
    }
}
