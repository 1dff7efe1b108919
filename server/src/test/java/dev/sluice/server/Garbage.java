package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Code;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/// Everything hostile that a client can send to one endpoint, as dynamic tests for a
/// `@TestFactory`:
///
///     return Garbage.to(api.as(session), "POST", "/orders/0ns8f6q2x5t4e/cancel").tests();
///     return Garbage.to(api, "POST", "/otp").withBody("{\"phone\": \"13800138000\"}").tests();
///
/// Each one must be answered as a problem of 4xx, and by the client's rules as the document says. A
/// body of the wrong form must be INVALID.
public final class Garbage {

    private static final String LONG = "x".repeat(3_000);

    private final Api api;
    private final String method;
    private final String path;
    private final String body;

    private Garbage(Api api, String method, String path, String body) {
        this.api = api;
        this.method = method;
        this.path = path;
        this.body = body;
    }

    /// @param path with parameters as a good client would fill them in
    public static Garbage to(Api api, String method, String path) {
        return new Garbage(api, method, path, null);
    }

    /// @param good a body as the endpoint would take it, with all of its fields
    public Garbage withBody(String good) {
        return new Garbage(api, method, path, good);
    }

    public Stream<DynamicTest> tests() {
        var paths = Stream.concat(badSegments(), badMethods());
        return body == null ? paths : Stream.of(paths, badBodies(), badFields()).flatMap(s -> s);
    }

    /// Each named part of the path, one after the other, replaced by nonsense.
    private Stream<DynamicTest> badSegments() {
        var segments = path.split("/");
        var tests = Stream.<DynamicTest>builder();
        for (int i = 1; i < segments.length; i++) {
            for (var bad :
                    List.of(
                            LONG,
                            "%zz",
                            "%",
                            "%00",
                            "%ff%fe",
                            "..%2f..",
                            "'%20or%201=1",
                            "%0d%0aX:1")) {
                var copy = segments.clone();
                copy[i] = bad;
                var raw = String.join("/", copy);
                var shown = raw.length() > 60 ? raw.substring(0, 60) + "..." : raw;
                tests.add(named("path " + shown, () -> assertRefused(api.sendRaw(method, raw))));
            }
        }
        return tests.build();
    }

    private Stream<DynamicTest> badMethods() {
        return Stream.of("PATCH", "TRACE", "BREW")
                .map(bad -> named("method " + bad, () -> assertRefused(api.sendRaw(bad, path))));
    }

    /// Bodies that are no JSON object at all.
    private Stream<DynamicTest> badBodies() {
        var bodies = new LinkedHashMap<String, byte[]>();
        bodies.put("nothing", new byte[0]);
        bodies.put("no JSON", utf8("hello"));
        bodies.put("half an object", utf8(body.strip().substring(0, body.strip().length() - 1)));
        bodies.put("something after the object", utf8(body + " {}"));
        bodies.put("a list", utf8("[" + body + "]"));
        bodies.put("a text", utf8("\"x\""));
        bodies.put("null", utf8("null"));
        bodies.put("a comment", utf8("/* x */ " + body));
        bodies.put("NUL in front", utf8("\0" + body));
        bodies.put("a byte order mark", utf8("\ufeff" + body));
        bodies.put("UTF-16", body.getBytes(StandardCharsets.UTF_16));
        bodies.put("malformed UTF-8", new byte[] {'{', '"', (byte) 0xc3, '"', ':', '1', '}'});
        bodies.put("deep nesting", utf8("{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000)));
        bodies.put("deep lists", utf8("{\"a\":" + "[".repeat(9_000) + "]".repeat(9_000) + "}"));
        bodies.put("a huge body", utf8("{\"a\":\"" + "x".repeat(70_000) + "\"}"));
        bodies.put("a huge number", utf8("{\"a\":" + "9".repeat(5_000) + "}"));
        bodies.put("a form", utf8("phone=1&x=2"));
        bodies.put("an empty name", utf8("{\"\":1}"));
        bodies.put("a lone surrogate as name", utf8("{\"\\ud800\":1}"));
        var tests = Stream.<DynamicTest>builder();
        bodies.forEach(
                (name, bytes) -> tests.add(named("body is " + name, () -> assertInvalid(bytes))));
        return tests.build();
    }

    /// Each field of the good body, one after the other, replaced by what it cannot be.
    private Stream<DynamicTest> badFields() {
        var tests = Stream.<DynamicTest>builder();
        var good = tree();
        for (var field : good.properties()) {
            wrongValues(field.getValue())
                    .forEach((name, value) -> tests.add(badField(field.getKey(), name, value)));
        }
        var unknown = tree().put("surprise", 1);
        tests.add(named("unknown field", () -> assertInvalid(utf8(unknown.toString()))));
        var first = good.properties().iterator().next();
        var twice =
                "{\"%s\":%s,".formatted(first.getKey(), first.getValue())
                        + body.strip().substring(1);
        tests.add(named("a field twice", () -> assertInvalid(utf8(twice))));
        return tests.build();
    }

    private DynamicTest badField(String field, String name, String value) {
        var bad = tree();
        bad.put(field, "\u0001");
        var text = bad.toString().replace("\"\\u0001\"", value);
        return named(field + " is " + name, () -> assertInvalid(utf8(text)));
    }

    private static Map<String, String> wrongValues(JsonNode good) {
        var wrong = new LinkedHashMap<String, String>();
        wrong.put("null", "null");
        wrong.put("deep", "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]");
        if (!good.isObject()) wrong.put("an object", "{\"a\":1}");
        if (!good.isArray()) wrong.put("a list", "[1]");
        if (!good.isBoolean()) wrong.put("a flag", "true");
        if (!good.isTextual()) wrong.put("a text", "\"x\"");
        if (good.isTextual()) {
            wrong.put("a number", "7");
            wrong.put("a huge text", "\"" + "x".repeat(50_000) + "\"");
            wrong.put("a text with NUL", "\"a\\u0000b\"");
            wrong.put("a text with half a pair", "\"a\\ud83d\"");
        }
        if (good.isNumber()) {
            wrong.put("a fraction", "1.5");
            wrong.put("negative", "-1");
            wrong.put("more than 64 bits", "99999999999999999999");
            wrong.put("the largest of 64 bits", "9223372036854775807");
            wrong.put("an exponent", "1e400");
        }
        return wrong;
    }

    private void assertInvalid(byte[] bytes) {
        var answer = api.send(method, path, bytes).is(Code.INVALID);
        assertTrue(answer.text("field").length() <= 100, answer::toString);
    }

    private static void assertRefused(Answer answer) {
        assertEquals(4, answer.status() / 100, answer::toString);
        assertEquals(Reply.PROBLEM, answer.contentType(), answer::toString);
    }

    private DynamicTest named(String what, Executable test) {
        return dynamicTest(method + " " + path + ": " + what, test);
    }

    private ObjectNode tree() {
        try {
            return (ObjectNode) Document.JSON.readTree(body);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
