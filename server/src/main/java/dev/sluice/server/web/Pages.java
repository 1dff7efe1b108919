package dev.sluice.server.web;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import io.vertx.core.http.HttpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/// What stands in the jar for browsers beside [WebFiles]: the document with the page that shows it,
/// the list of all problems, pictures. Nothing here asks another server for anything, and each
/// page's policy forbids it to.
public final class Pages {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    /// The document's page styles its elements one by one and draws its signs as data.
    private static final String DOCS_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
                    + " img-src 'self' data:; connect-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'";

    private static final Map<String, String> TYPES =
            Map.of(
                    "html", Reply.HTML,
                    "css", "text/css; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "svg", "image/svg+xml",
                    "yaml", "application/yaml");

    private static final List<String> PICTURES =
            List.of("headphones.svg", "camera.svg", "watch.svg", "lamp.svg");

    private final Map<String, Reply> ready = new ConcurrentHashMap<>();

    public void register(Routes routes) {
        for (var picture : PICTURES) file(routes, "/demo/" + picture, "pages/demo/" + picture);
        file(routes, "/openapi.yaml", "openapi.yaml");
        file(routes, "/docs", "pages/docs.html");
        file(routes, "/docs/", "pages/docs.html");
        file(routes, "/docs/docs.js", "pages/docs.js");
        file(routes, "/docs/swagger-ui.css", swagger("swagger-ui.css"));
        file(routes, "/docs/swagger-ui-bundle.js", swagger("swagger-ui-bundle.js"));
        file(routes, "/docs/problems.css", "pages/problems.css");
        routes.get("/docs/problems", RouteGroup.PAGE, call -> answer(call, "problems"));
    }

    private void file(Routes routes, String path, String resource) {
        routes.get(path, RouteGroup.PAGE, call -> answer(call, resource));
    }

    private Reply answer(Call call, String resource) {
        var reply = ready.computeIfAbsent(resource, Pages::make);
        var tag = reply.header(HttpHeaders.ETAG);
        var isKnown = call.header("If-None-Match").equals(tag) && tag.isPresent();
        return isKnown ? reply.notModified() : reply;
    }

    private static Reply make(String resource) {
        var bytes = resource.equals("problems") ? ProblemsPage.html() : bytes(resource);
        var ending = resource.substring(resource.lastIndexOf('.') + 1);
        var policy = resource.contains("docs") ? DOCS_POLICY : POLICY;
        return Reply.bytes(200, TYPES.getOrDefault(ending, Reply.HTML), bytes)
                .with(HttpHeaders.CACHE_CONTROL, "public, max-age=60")
                .with(HttpHeaders.ETAG, tag(bytes))
                .with("Content-Security-Policy", policy);
    }

    private static byte[] bytes(String resource) {
        try (var stream = Pages.class.getResourceAsStream("/" + resource)) {
            if (stream == null) throw new IllegalStateException("not in the jar: " + resource);
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String swagger(String file) {
        return "META-INF/resources/webjars/swagger-ui/%s/%s".formatted(swaggerVersion(), file);
    }

    /// The version stands in the path of the files, and our build writes it down.
    private static String swaggerVersion() {
        var build = new Properties();
        try (var stream = Pages.class.getResourceAsStream("/build.properties")) {
            build.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.ofNullable(build.getProperty("swagger-ui.version")).orElseThrow();
    }

    private static String tag(byte[] bytes) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return "\"" + HexFormat.of().formatHex(hash, 0, 8) + "\"";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
