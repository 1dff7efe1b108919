package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The published contract, `openapi.yaml`, as something that answers are held to.
public final class Document {

    public static final ObjectMapper JSON = new ObjectMapper();

    private static final String ID = "https://sluice.test/openapi";
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");
    private static final Document PUBLISHED = new Document();

    private final JsonNode root;
    private final SchemaRegistry schemas;

    private Document() {
        try (var yaml = Document.class.getResourceAsStream("/openapi.yaml")) {
            root = new YAMLMapper().readTree(yaml);
            var text = JSON.writeValueAsString(root);
            schemas =
                    SchemaRegistry.withDefaultDialect(
                            SpecificationVersion.DRAFT_2020_12,
                            builder -> builder.schemas(Map.of(ID, text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Document published() {
        return PUBLISHED;
    }

    /// Every documented operation, as `GET /api/v1/me`.
    List<String> operations() {
        var operations = new ArrayList<String>();
        for (var path : root.get("paths").properties()) {
            for (var field : path.getValue().properties()) {
                if (!METHODS.contains(field.getKey())) continue;
                operations.add(field.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
            }
        }
        return operations;
    }

    /// One of the examples that operations share.
    JsonNode example(String name) {
        return root.at("/components/examples/" + name + "/value");
    }

    /// The texts in an enum of the document, such as all problem codes.
    List<String> enumOf(String schema) {
        var texts = new ArrayList<String>();
        root.at("/components/schemas/" + schema + "/enum").forEach(e -> texts.add(e.asText()));
        return texts;
    }

    /// Fails unless the document allows this answer to this request.
    void check(String method, String path, Answer answer) {
        if (answer.status() == 500) fail(answer + " is a bug, for " + method + " " + path);
        if (method.equals("OPTIONS")) return;
        var template = template(path);
        if (template.isEmpty()) {
            checkElsewhere(path, answer);
            return;
        }
        var verb = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
        var pointer = "/paths/" + escaped(template.get()) + "/" + verb;
        if (root.at(pointer).isMissingNode()) {
            if (answer.status() != 405) fail(method + " " + path + " is undocumented: " + answer);
            checkResponse("/components/responses/MethodNotAllowed", method, answer);
            return;
        }
        var response = resolved(pointer + "/responses/" + answer.status());
        if (root.at(response).isMissingNode()) {
            fail("%s %s may not answer %s".formatted(method, template.get(), answer));
        }
        checkResponse(response, method, answer);
    }

    /// What is outside the document: static files, or a problem.
    private void checkElsewhere(String path, Answer answer) {
        if (answer.status() < 400) return;
        if (path.startsWith("/api/") && answer.status() != 404 && answer.status() != 400) {
            fail(path + " is undocumented: " + answer);
        }
        checkSchema("/components/schemas/Problem", answer);
    }

    private void checkResponse(String response, String method, Answer answer) {
        for (var header : root.at(response + "/headers").properties()) {
            var pointer = resolved(response + "/headers/" + escaped(header.getKey()));
            checkHeader(header.getKey(), root.at(pointer), answer);
        }
        var content = root.at(response + "/content");
        if (content.isMissingNode() || method.equals("HEAD")) return;
        var type = answer.contentType();
        if (!content.has(type)) fail("content type " + type + " is undocumented: " + answer);
        var schema = response + "/content/" + escaped(type) + "/schema";
        boolean isJson = type.endsWith("json");
        if (isJson && !root.at(schema).isMissingNode()) checkSchema(schema, answer);
    }

    private static void checkHeader(String name, JsonNode header, Answer answer) {
        var value = answer.header(name);
        if (value.isEmpty()) {
            if (header.path("required").asBoolean()) fail("no header " + name + " in " + answer);
            return;
        }
        var pattern = header.at("/schema/pattern").asText("");
        if (!java.util.regex.Pattern.compile(pattern).matcher(value.get()).find()) {
            fail("header %s: %s does not fit %s".formatted(name, value.get(), pattern));
        }
    }

    /// Fails unless this is a message that the server may send on a buyer's socket.
    void checkMessage(JsonNode message) {
        var kind = message.path("type").asText();
        var name =
                kind.isEmpty()
                        ? ""
                        : kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
        var pointer = "/components/schemas/Live" + name;
        if (root.at(pointer).isMissingNode()) fail("an undocumented message: " + message);
        var schema = schemas.getSchema(SchemaLocation.of(ID + "#" + pointer));
        var errors = schema.validate(message);
        if (!errors.isEmpty()) fail(message + " does not fit the document: " + errors);
    }

    private void checkSchema(String pointer, Answer answer) {
        var schema = schemas.getSchema(SchemaLocation.of(ID + "#" + pointer));
        var errors = schema.validate(answer.json());
        if (!errors.isEmpty()) fail(answer + " does not fit the document: " + errors);
    }

    /// The template of the document that the path is an instance of; one without names comes first.
    private Optional<String> template(String path) {
        var bare = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
        if (root.get("paths").has(bare)) return Optional.of(bare);
        for (var entry : root.get("paths").properties()) {
            var regex = entry.getKey().replace(".", "\\.").replaceAll("\\{\\w+}", "[^/]+");
            if (bare.matches(regex)) return Optional.of(entry.getKey());
        }
        return Optional.empty();
    }

    /// The pointer behind a chain of references.
    private String resolved(String pointer) {
        var node = root.at(pointer);
        if (node instanceof MissingNode || !node.has("$ref")) return pointer;
        return resolved(node.get("$ref").asText().substring(1));
    }

    private static String escaped(String segment) {
        return segment.replace("~", "~0").replace("/", "~1");
    }
}
