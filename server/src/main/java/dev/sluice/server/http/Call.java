package dev.sluice.server.http;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts.Session;
import dev.sluice.server.access.Client;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A request as a route sees it, on its virtual thread. Whatever is wrong with it comes out as a
/// [Problem] from the question that finds it.
public final class Call {

    private static final int ID_LENGTH_MAX = 64;

    private final Visit visit;
    private final RouteGroup group;
    private final Map<String, String> parameters;
    private final Buffer body;
    private final boolean secure;
    private BuyerId buyer;

    /// Made on the event loop.
    Call(Visit visit, Map<String, String> parameters, Buffer body) {
        this.visit = visit;
        this.group = visit.group();
        this.parameters = parameters;
        this.body = body;
        this.secure = visit.isSecure();
    }

    public HttpMethod method() {
        return visit.method();
    }

    String path() {
        return visit.path();
    }

    /// The text of a named segment of the route's template.
    public String parameter(String name) {
        var value = parameters.get(name);
        if (value == null) throw new IllegalArgumentException("no segment is named " + name);
        return value;
    }

    /// A named segment as an id, read with the `parse` of its type. A text that could be an id but
    /// is none is answered like an id that names nothing, with this code; any other is INVALID.
    public <T> T id(String name, Function<String, Optional<T>> parse, Code otherwise) {
        var text = parameter(name);
        if (!isIdLike(text)) throw Problem.invalid(name, Flaw.NOT_ID);
        return parse.apply(text).orElseThrow(() -> Problem.of(otherwise));
    }

    /// Whether a text of a stranger could be an id of some kind: 1 to 64 letters, digits, `_`, `-`.
    public static boolean isIdLike(CharSequence text) {
        if (text.isEmpty() || text.length() > ID_LENGTH_MAX) return false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!isLetter && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
        }
        return true;
    }

    /// The query, in which these names are looked for.
    public Query query(String... known) {
        return Query.of(visit.request().query(), known);
    }

    /// The body as a JSON object, in which only these names may stand. What the content type says
    /// is of no account: curl calls everything a form.
    public Fields body(String... known) {
        if (body.length() == 0) throw Problem.invalid("body", Flaw.MISSING);
        return Fields.of(body.getBytes(), known);
    }

    /// Refuses a body that has anything in it, where none is needed.
    public void noBody() {
        if (body.length() > 0) body();
    }

    /// The request itself, for an answer that is sent piece by piece.
    public HttpServerRequest request() {
        return visit.request();
    }

    /// The body as it was sent, for signatures.
    public byte[] bytes() {
        return body.getBytes();
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(visit.request().getHeader(name));
    }

    public Client client() {
        return visit.client();
    }

    /// Whether the client came by HTTPS, as far as a trusted proxy says so.
    public boolean isSecure() {
        return secure;
    }

    public Lang lang() {
        return visit.lang();
    }

    /// The buyer whose session this is; else 401, or 403 for a change by cookie without the CSRF
    /// header. Charges the buyer's limit for this group of routes, once.
    public BuyerId buyer() {
        if (buyer != null) return buyer;
        var uncharged = unchargedBuyer();
        check(chargeBuyer(uncharged));
        buyer = uncharged;
        return buyer;
    }

    /// As [#buyer], for routes that charge the limit later.
    public BuyerId unchargedBuyer() {
        var known = findBuyer().orElseThrow(() -> Problem.of(Code.NO_SESSION));
        if (visit.lacksCsrf()) throw Problem.of(Code.CSRF_MISSING);
        return known;
    }

    /// The buyer whose session this is, if there is a session, for routes that need none.
    public Optional<BuyerId> findBuyer() {
        var token = visit.sessionToken();
        if (token == null) return Optional.empty();
        var sessions = visit.context().sessions();
        var session = sessions.find(token);
        var found = session == null ? sessions.load(token) : Optional.of(session);
        return found.map(Session::buyer);
    }

    /// Charges the buyer's limit: 0 when the call may go on, else the seconds until it may.
    public long chargeBuyer(BuyerId buyer) {
        return visit.context().limits().buyer(group, buyer);
    }

    /// The token that [#buyer] goes by.
    public String sessionToken() {
        var token = visit.sessionToken();
        if (token == null) throw Problem.of(Code.NO_SESSION);
        return token;
    }

    /// Refuses everybody who is not an operator.
    public void operator() {
        var token = visit.operatorToken();
        if (token == null || !visit.context().operators().accepts(token)) {
            throw Problem.of(Code.NO_OPERATOR);
        }
        if (visit.lacksCsrf()) throw Problem.of(Code.CSRF_MISSING);
    }

    /// The key or token that [#operator] goes by.
    public String operatorToken() {
        return visit.operatorToken();
    }

    /// Charges the limit for a phone, or for whatever else the key names.
    public void limit(String key) {
        check(visit.context().limits().phone(group, key));
    }

    private static void check(long waitSeconds) {
        if (waitSeconds > 0) throw Problem.retryAfter(Code.RATE_LIMITED, waitSeconds);
    }
}
