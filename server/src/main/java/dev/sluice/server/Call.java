package dev.sluice.server;

import dev.sluice.sale.BuyerId;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A request as a route sees it, on its virtual thread. Whatever is wrong with it comes out as a
/// [Problem] from the question that finds it.
final class Call {

    private static final int ID_LENGTH_MAX = 64;

    private final Visit visit;
    private final RouteGroup group;
    private final Map<String, String> parameters;
    private final Buffer body;
    private BuyerId buyer;

    Call(Visit visit, Map<String, String> parameters, Buffer body) {
        this.visit = visit;
        this.group = visit.group();
        this.parameters = parameters;
        this.body = body;
    }

    HttpMethod method() {
        return visit.method();
    }

    String path() {
        return visit.path();
    }

    /// The text of a named segment of the route's template.
    String parameter(String name) {
        var value = parameters.get(name);
        if (value == null) throw new IllegalArgumentException("no segment is named " + name);
        return value;
    }

    /// A named segment as an id, read with the `parse` of its type. A text that could be an id but
    /// is none is answered like an id that names nothing, with this code; any other is INVALID.
    <T> T id(String name, Function<String, Optional<T>> parse, Code otherwise) {
        var text = parameter(name);
        if (!isIdLike(text)) throw Problem.invalid(name, Flaw.NOT_ID);
        return parse.apply(text).orElseThrow(() -> Problem.of(otherwise));
    }

    /// Whether a text of a stranger could be an id of some kind: 1 to 64 letters, digits, `_`, `-`.
    static boolean isIdLike(CharSequence text) {
        if (text.isEmpty() || text.length() > ID_LENGTH_MAX) return false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!isLetter && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
        }
        return true;
    }

    /// The query, in which these names are looked for.
    Query query(String... known) {
        return Query.of(visit.request().query(), known);
    }

    /// The body as a JSON object, in which only these names may stand. What the content type says is
    /// of no account: curl calls everything a form.
    Fields body(String... known) {
        if (body.length() == 0) throw Problem.invalid("body", Flaw.MISSING);
        return Fields.of(body.getBytes(), known);
    }

    /// The body as it was sent, for signatures.
    byte[] bytes() {
        return body.getBytes();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(visit.request().getHeader(name));
    }

    Client client() {
        return visit.client();
    }

    Lang lang() {
        return visit.lang();
    }

    /// The buyer whose session this is; else 401, or 403 for a change by cookie without the CSRF
    /// header. Charges the buyer's limit for this group of routes, once.
    BuyerId buyer() {
        if (buyer != null) return buyer;
        var token = sessionToken();
        var sessions = visit.edge().sessions();
        var session = sessions.find(token);
        if (session == null) {
            session = sessions.load(token).orElseThrow(() -> Problem.of(Code.NO_SESSION));
        }
        if (visit.lacksCsrf()) throw Problem.of(Code.CSRF_MISSING);
        check(visit.edge().limits().buyer(group, session.buyer()));
        buyer = session.buyer();
        return buyer;
    }

    /// The token that [#buyer] goes by.
    String sessionToken() {
        var token = visit.sessionToken();
        if (token == null) throw Problem.of(Code.NO_SESSION);
        return token;
    }

    /// Refuses everybody who is not an operator.
    void operator() {
        var token = visit.operatorToken();
        if (token == null || !visit.edge().operators().accepts(token)) {
            throw Problem.of(Code.NO_OPERATOR);
        }
        if (visit.lacksCsrf()) throw Problem.of(Code.CSRF_MISSING);
    }

    /// Charges the limit for a phone, or for whatever else the key names.
    void limit(String key) {
        check(visit.edge().limits().phone(group, key));
    }

    private static void check(long waitSeconds) {
        if (waitSeconds > 0) throw Problem.retryAfter(Code.RATE_LIMITED, waitSeconds);
    }

}
