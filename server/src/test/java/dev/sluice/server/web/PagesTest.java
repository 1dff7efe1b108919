package dev.sluice.server.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.ApiTest;
import dev.sluice.server.json.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest extends ApiTest {

    @ParameterizedTest
    @CsvSource({
        "/demo/headphones.svg, image/svg+xml",
        "/demo/camera.svg, image/svg+xml",
        "/demo/watch.svg, image/svg+xml",
        "/demo/lamp.svg, image/svg+xml",
        "/openapi.yaml, application/yaml",
        "/docs, text/html",
        "/docs/docs.js, text/javascript",
        "/docs/swagger-ui.css, text/css",
        "/docs/swagger-ui-bundle.js, text/javascript",
        "/docs/problems.css, text/css",
        "/docs/problems, text/html"
    })
    void each_file_is_served_from_the_jar_with_a_strict_policy(String path, String type) {
        var answer = api.root().get(path).is(200);

        assertEquals(type, answer.contentType());
        var policy = answer.header("content-security-policy").orElse("");
        assertTrue(policy.contains("default-src 'none'"), policy);
        assertTrue(policy.contains("frame-ancestors 'none'"), policy);
        assertFalse(policy.contains("script-src 'self' 'unsafe"), policy);
    }

    @Test
    void a_file_that_the_browser_has_is_not_sent_again() {
        var tag = api.root().get("/docs/docs.js").header("etag").orElseThrow();

        var again = api.root().with("If-None-Match", tag).get("/docs/docs.js");

        assertEquals("", again.is(304).body());
        assertEquals(tag, again.header("etag").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/console", "/docs", "/docs/problems"})
    void no_page_has_a_script_of_its_own_or_asks_another_server(String path) {
        var html = api.root().get(path).body();

        assertFalse(html.matches("(?s).*<script[^>]*>\\s*[^<\\s].*"), html);
        assertFalse(html.contains("http://") || html.contains("https://"), html);
    }

    @Test
    void every_problem_has_its_paragraph() {
        var html = api.root().get("/docs/problems").body();

        for (var code : Code.values()) {
            assertTrue(html.contains("id=\"" + code + "\""), code.name());
        }
    }
}
