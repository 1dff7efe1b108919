package dev.sluice.server.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.ApiTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The built pages as a browser and a CDN see them.
class WebFilesTest extends ApiTest {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(/assets/shop-[^\"]+\\.js)\"");

    /// What a page names, and what a script imports before it runs. What it imports later has other
    /// brackets before its name.
    private static final Pattern LOADED =
            Pattern.compile("(?:src=|href=|from\\s*|import\\s*)\"(?:/assets/|\\./)([^\"]+)\"");

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void closeClient() {
        client.close();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + sluice.port() + path));
        if (headers.length > 0) request.headers(headers);
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private String script() throws Exception {
        var found = SCRIPT.matcher(new String(get("/").body()));
        assertTrue(found.find());
        return found.group(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/sales/x", "/offers/x", "/claims/x", "/orders", "/orders/x"})
    void every_address_of_the_shop_shows_its_page(String path) throws Exception {
        var answer = get(path);

        assertEquals(200, answer.statusCode());
        assertEquals("text/html; charset=utf-8", header(answer, "Content-Type"));
        assertEquals("public, no-cache", header(answer, "Cache-Control"));
    }

    @Test
    void a_page_allows_nothing_inline() throws Exception {
        var policy = header(get("/"), "Content-Security-Policy");

        assertTrue(policy.contains("default-src 'none'"), policy);
        assertFalse(policy.contains("unsafe"), policy);
    }

    @Test
    void a_page_that_has_not_changed_is_not_sent_again() throws Exception {
        var tag = header(get("/"), "ETag");

        assertEquals(304, get("/", "If-None-Match", tag).statusCode());
        assertEquals(200, get("/", "If-None-Match", "\"other\"").statusCode());
    }

    @Test
    void files_named_by_their_hash_are_kept_for_a_year() throws Exception {
        var answer = get(script());

        assertEquals("public, max-age=31536000, immutable", header(answer, "Cache-Control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "gzip"})
    void files_come_compressed_to_who_accepts_it(String coding) throws Exception {
        var plain = get(script());
        var answer = get(script(), "Accept-Encoding", coding + ", deflate");

        assertEquals(coding, header(answer, "Content-Encoding"));
        assertEquals("Accept-Encoding", header(answer, "Vary"));
        assertTrue(answer.body().length <= plain.body().length);
        assertEquals("", header(plain, "Content-Encoding"));
    }

    @Test
    void a_coding_that_is_refused_is_not_used() throws Exception {
        var answer = get(script(), "Accept-Encoding", "br;q=0, gzip;q=0.5");

        assertEquals("gzip", header(answer, "Content-Encoding"));
    }

    @ParameterizedTest
    @CsvSource({"js, 61440", "css, 20480"})
    void the_shop_is_light_on_first_load(String kind, int bytesMax) throws Exception {
        var found = new TreeSet<String>();
        collect(new String(get("/").body()), found);
        int bytes = 0;
        for (var file : found) {
            if (!file.endsWith("." + kind)) continue;
            bytes += get(file, "Accept-Encoding", "gzip").body().length;
        }

        assertTrue(bytes > 0 && bytes <= bytesMax, bytes + " bytes of " + kind + ": " + found);
    }

    /// The files that a text loads at once, and what these load in turn.
    private void collect(String text, Set<String> found) throws Exception {
        var files = LOADED.matcher(text);
        while (files.find()) {
            var file = "/assets/" + files.group(1);
            if (found.add(file) && file.endsWith(".js")) {
                collect(new String(get(file).body(), StandardCharsets.UTF_8), found);
            }
        }
    }

    @Test
    void an_unknown_address_shows_people_a_page_and_programs_a_problem() throws Exception {
        var page = get("/nothing", "Accept", "text/html,*/*");
        assertEquals(404, page.statusCode());
        assertTrue(new String(page.body()).contains("<div id=\"app\">"));

        for (var path : List.of("/nothing", "/api/v1/nothing")) {
            var accept = path.startsWith("/api") ? "text/html" : "*/*";
            var problem = get(path, "Accept", accept);
            assertEquals(404, problem.statusCode());
            assertEquals("application/problem+json", header(problem, "Content-Type"));
        }
    }
}
