package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The built pages as a browser and a CDN see them.
class WebFilesTest extends ApiTest {

    private static final Pattern SCRIPT = Pattern.compile("src=\"(/assets/shop-[^\"]+\\.js)\"");

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
}
