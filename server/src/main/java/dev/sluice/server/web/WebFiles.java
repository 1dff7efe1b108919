package dev.sluice.server.web;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The shop and the console, as the module `web` has built them into the jar: files that are the
/// same for everybody, compressed at build time, so that a crowd costs memory copies and a CDN can
/// have them all. Files whose name holds their hash are kept for a year; pages are asked for again
/// each time, by their tag. The policies allow no script and no style beyond these files.
public final class WebFiles {

    /// Which addresses show a page; the script in it draws what belongs to the address.
    private static final Map<String, List<String>> PAGES =
            Map.of(
                    "shop.html",
                    List.of(
                            "/",
                            "/sales/{saleId}",
                            "/offers/{offerId}",
                            "/claims/{claimId}",
                            "/orders",
                            "/orders/{orderId}",
                            "/login",
                            "/register"),
                    "console.html",
                    List.of("/console", "/console/"));

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:;"
                    + " font-src 'self'; connect-src 'self'; worker-src 'self';"
                    + " manifest-src 'self'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'";

    private static final Map<String, String> TYPES =
            Map.of(
                    "html", Reply.HTML,
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml",
                    "png", "image/png",
                    "webp", "image/webp",
                    "woff2", "font/woff2",
                    "json", Reply.JSON,
                    "webmanifest", "application/manifest+json");

    private static final String ROOT = "/web/";
    private static final String HASHED = "assets/";
    private static final String KEPT = "public, max-age=31536000, immutable";
    private static final String ASKED_FOR = "public, no-cache";

    /// What a client may accept, the smallest first.
    private enum Coding {
        BROTLI("br", ".br"),
        GZIP("gzip", ".gz"),
        PLAIN("identity", "");

        private final String name;
        private final String ending;

        Coding(String name, String ending) {
            this.name = name;
            this.ending = ending;
        }
    }

    /// One file in all its codings.
    private record WebFile(Map<Coding, Reply> replies) {

        Reply answer(Call call) {
            var accepted = call.header("Accept-Encoding").orElse("");
            for (var entry : replies.entrySet()) {
                if (accepts(accepted, entry.getKey())) return unlessKnown(call, entry.getValue());
            }
            return unlessKnown(call, replies.get(Coding.PLAIN));
        }

        private static Reply unlessKnown(Call call, Reply reply) {
            var tag = reply.header(HttpHeaders.ETAG).orElseThrow();
            var known = call.header("If-None-Match").orElse("");
            return known.contains(tag) ? reply.notModified() : reply;
        }
    }

    private final Map<String, WebFile> files = new LinkedHashMap<>();

    public WebFiles() {
        var list = new String(bytes("files.txt").orElseThrow(), StandardCharsets.UTF_8);
        for (var line : list.lines().toList()) {
            var words = line.split(" ");
            files.put(words[0], load(words[0], words[1]));
        }
    }

    public void register(Routes routes) {
        files.forEach((path, file) -> {
            if (!PAGES.containsKey(path)) routes.get("/" + path, RouteGroup.PAGE, file::answer);
        });
        PAGES.forEach((path, addresses) -> {
            var page = Optional.ofNullable(files.get(path)).orElseThrow();
            for (var address : addresses) routes.get(address, RouteGroup.PAGE, page::answer);
        });
        var noPage =
                Reply.bytes(404, Reply.HTML, bytes("shop.html").orElseThrow())
                        .with("Content-Security-Policy", POLICY)
                        .with(HttpHeaders.VARY, "Accept");
        routes.otherwise(
                visit -> wantsPage(visit) ? noPage : Replies.of(Code.NOT_FOUND, visit.lang()));
    }

    /// Whether somebody with a browser looks for a page; everybody else gets the problem.
    private static boolean wantsPage(Visit visit) {
        var method = visit.method();
        if (method != HttpMethod.GET && method != HttpMethod.HEAD) return false;
        var accepted = visit.request().getHeader(HttpHeaders.ACCEPT);
        if (accepted == null || !accepted.contains("text/html")) return false;
        return visit.path() != null && !visit.path().startsWith("/api/");
    }

    private static WebFile load(String path, String tag) {
        var type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null) throw new IllegalStateException("a file of no known type: " + path);
        var replies = new LinkedHashMap<Coding, Reply>();
        for (var coding : Coding.values()) {
            var bytes = bytes(path + coding.ending);
            if (bytes.isEmpty()) continue;
            var reply =
                    Reply.bytes(200, type, bytes.get())
                            .with(
                                    HttpHeaders.CACHE_CONTROL,
                                    path.startsWith(HASHED) ? KEPT : ASKED_FOR)
                            .with(HttpHeaders.ETAG, "\"" + tag + "-" + coding.name + "\"")
                            .with(HttpHeaders.VARY, "Accept-Encoding");
            if (path.endsWith(".html")) reply = reply.with("Content-Security-Policy", POLICY);
            if (coding != Coding.PLAIN) {
                reply = reply.with(HttpHeaders.CONTENT_ENCODING, coding.name);
            }
            replies.put(coding, reply);
        }
        return new WebFile(replies);
    }

    private static boolean accepts(String header, Coding coding) {
        return coding == Coding.PLAIN || Codings.accepts(header, coding.name);
    }

    private static Optional<byte[]> bytes(String path) {
        try (var stream = WebFiles.class.getResourceAsStream(ROOT + path)) {
            return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
