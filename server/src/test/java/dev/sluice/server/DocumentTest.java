package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.json.Code;
import dev.sluice.server.json.Lang;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The server and its document agree on what there is.
class DocumentTest extends ApiTest {

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.no-demo", "false", "sluice.rehearsal", "true");
    }

    @Test
    void every_documented_operation_has_a_route() {
        for (var operation : Document.published().operations()) {
            var method = operation.substring(0, operation.indexOf(' '));
            var path = operation.substring(operation.indexOf(' ') + 1);
            var answer =
                    api.root().send(method, path.replaceAll("\\{\\w+}", "nothing"), new byte[0]);

            boolean isRoute = answer.status() != 405 && !isNotFound(answer);
            assertTrue(isRoute, () -> operation + " answered " + answer);
        }
    }

    private static boolean isNotFound(Answer answer) {
        return answer.status() == 404 && answer.text("code").equals("NOT_FOUND");
    }

    @Test
    void every_route_of_the_api_is_documented() {
        var documented = new TreeSet<>(Document.published().operations());

        for (var route : sluice.routes().all()) {
            if (!route.template().startsWith("/api/")) continue;
            var operation = route.method() + " " + route.template();
            assertTrue(documented.contains(operation), operation);
        }
    }

    @Test
    void every_documented_code_is_one_of_ours_and_the_other_way_round() {
        var ours = new TreeSet<String>();
        for (var code : Code.values()) if (code != Code.INTERNAL) ours.add(code.name());

        assertEquals(ours, new TreeSet<>(Document.published().enumOf("ProblemCode")));
    }

    @Test
    void every_example_of_a_problem_says_what_an_answer_says() {
        for (var code : Code.values()) {
            if (code == Code.INTERNAL) continue;
            var example = Document.published().example(code.name());

            assertEquals(code.status(), example.get("status").asInt(), code.name());
            assertEquals(code.title(Lang.EN), example.get("title").asText());
            // What is invalid is said of the one field that is.
            if (code == Code.INVALID) continue;
            assertEquals(code.detail(Lang.EN), example.get("detail").asText());
        }
    }
}
