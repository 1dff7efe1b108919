package dev.sluice.server.http;

import dev.sluice.server.access.Client;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Lang;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A request on its event loop, from arrival to answer. All calls are made on that loop, except
/// [#answerSoon] and [#failSoon], which any thread may call, and the questions about headers.
public final class Visit {

    public static final String SESSION_COOKIE = "sluice_session";
    public static final String OPERATOR_COOKIE = "sluice_operator";

    private static final CharSequence CSRF = HttpHeaders.createOptimized("x-sluice-csrf");
    private static final String BEARER = "Bearer ";

    private final Loop loop;
    private final HttpServerRequest request;
    private final String path;
    private RouteGroup group = RouteGroup.PAGE;
    private Client client;
    private boolean endsConnection;

    Visit(Loop loop, HttpServerRequest request) {
        this.loop = loop;
        this.request = request;
        this.path = request.path();
    }

    public HttpServerRequest request() {
        return request;
    }

    /// The path as it was sent, still encoded; it may be null when the address is nonsense.
    public String path() {
        return path;
    }

    public HttpMethod method() {
        return request.method();
    }

    public Loop loop() {
        return loop;
    }

    public HttpContext context() {
        return loop.context();
    }

    public RouteGroup group() {
        return group;
    }

    /// Says what this visit is counted and limited as.
    public void group(RouteGroup group) {
        this.group = group;
    }

    /// Lets the connection end with the answer to this request.
    void endsConnection() {
        endsConnection = true;
    }

    /// Whether this asks for a WebSocket. A request with a body does not: whether it becomes one
    /// would be open until the body is there, and nobody would learn of one that is too long.
    public boolean asksForSocket() {
        if (method() != HttpMethod.GET) return false;
        if (!"websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE))) return false;
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        boolean isEmpty = length == null || length.equals("0");
        return isEmpty && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    public Lang lang() {
        return Lang.of(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
    }

    public Client client() {
        if (client == null) client = loop.client(request);
        return client;
    }

    /// Whether the client came by HTTPS, as far as a trusted proxy says so.
    boolean isSecure() {
        return loop.isSecure(request);
    }

    /// The seconds to wait before this address may call this group again, or this node take more of
    /// it; 0 when the visit may go on, for which it has then been charged.
    public long waitSeconds() {
        var limits = context().limits();
        long seconds = limits.address(group, client());
        return seconds > 0 ? seconds : limits.node(group);
    }

    /// The token after `Bearer`, or null.
    String bearer() {
        var header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            return null;
        return header.substring(BEARER.length()).strip();
    }

    /// The session token that the header or else the cookie carries, or null.
    public String sessionToken() {
        return token(SESSION_COOKIE);
    }

    /// The operator key or token that the header or else the operator's cookie carries, or null.
    public String operatorToken() {
        return token(OPERATOR_COOKIE);
    }

    private String token(String cookieName) {
        if (request.headers().contains(HttpHeaders.AUTHORIZATION)) return bearer();
        if (!request.headers().contains(HttpHeaders.COOKIE)) return null;
        var cookie = request.getCookie(cookieName);
        return cookie == null ? null : cookie.getValue();
    }

    /// Whether this call changes something by cookie without the header that only our own pages
    /// set.
    public boolean lacksCsrf() {
        var method = request.method();
        if (method == HttpMethod.GET || method == HttpMethod.HEAD) return false;
        if (request.headers().contains(HttpHeaders.AUTHORIZATION)) return false;
        var csrf = request.getHeader(CSRF);
        return csrf == null || csrf.isEmpty();
    }

    /// Reads the body, bounded in size, and goes on with it on this event loop. A body that is too
    /// large is answered here, and nothing goes on.
    public void onBody(Consumer<Buffer> next) {
        new Body(this, next).read();
    }

    /// Answers, once, on the event loop.
    public void answer(Reply reply) {
        context().metrics().countAnswer(group, reply.status());
        if (!endsConnection) {
            reply.send(request);
            return;
        }
        reply.with(HttpHeaders.CONNECTION, "close").send(request);
        request.connection().close();
    }

    public void refuse(Code code) {
        answer(Replies.of(code, lang()));
    }

    /// Answers with what became of the exception, on the event loop.
    public void fail(Throwable thrown) {
        answer(context().faults().reply(thrown, lang()));
    }

    /// Answers from any thread.
    void answerSoon(Reply reply) {
        loop.run(() -> answer(reply));
    }

    /// Answers a failure from any thread.
    void failSoon(Throwable thrown) {
        loop.run(() -> fail(thrown));
    }

    /// What may block: the rest of a request on a virtual thread.
    @FunctionalInterface
    public interface Work {
        Reply reply() throws InterruptedException;
    }

    /// Runs the work on a virtual thread and answers with what it returns or throws. When too much
    /// is under way, answers OVERLOADED instead.
    public void offload(Work work) {
        if (!context().workers().tryRun(() -> answerSoon(replyOf(work)))) refuse(Code.OVERLOADED);
    }

    /// Fetches something on a virtual thread and goes on with it on the event loop. When too much
    /// is under way, or the fetching fails, that is the answer.
    public <T> void offloadThen(Supplier<T> fetch, Consumer<T> next) {
        boolean taken =
                context()
                        .workers()
                        .tryRun(() -> {
                            try {
                                var fetched = fetch.get();
                                loop.run(() -> goOn(next, fetched));
                            } catch (RuntimeException thrown) {
                                failSoon(thrown);
                            }
                        });
        if (!taken) refuse(Code.OVERLOADED);
    }

    private <T> void goOn(Consumer<T> next, T fetched) {
        try {
            next.accept(fetched);
        } catch (RuntimeException thrown) {
            fail(thrown);
        }
    }

    private Reply replyOf(Work work) {
        try {
            return work.reply();
        } catch (Throwable thrown) {
            return context().faults().reply(thrown, lang());
        }
    }
}
