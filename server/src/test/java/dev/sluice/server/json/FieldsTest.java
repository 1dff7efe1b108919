package dev.sluice.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.SaleId;
import dev.sluice.sale.Money;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.http.ServerConfig;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {

    @Test
    void what_is_right_is_read() {
        var body =
                fields(
                        """
                        {"name": "阿里", "count": 3, "at": "2030-01-31T12:00:00.5+08:00", "on": true,
                         "price": {"amount": 199900, "currency": "CNY"}, "kind": "math",
                         "id": "0000000000007"}
                        """);

        assertEquals("阿里", body.text("name", 1, 2));
        assertEquals(3, body.integer("count", 1, 3));
        assertEquals(Instant.parse("2030-01-31T04:00:00.5Z"), body.instant("at"));
        assertEquals(true, body.flag("on"));
        assertEquals(new Money(199_900, "CNY"), body.money("price"));
        assertEquals(ChallengeKind.MATH, body.oneOf("kind", ChallengeKind.class));
        assertEquals(new SaleId(7), body.id("id", SaleId::parse));
    }

    @Test
    void what_is_missing_has_its_default_or_is_named() {
        var body = fields("{}");

        assertEquals("x", body.text("name", 1, 2, "x"));
        assertEquals(7, body.integer("count", 1, 9, 7));
        assertEquals(Optional.empty(), body.optionalMoney("price"));
        assertEquals("name", wrong("{}", b -> b.text("name", 1, 2)));
    }

    @Test
    void a_field_of_the_wrong_kind_is_named() {
        assertEquals("name", wrong("{\"name\": 7}", b -> b.text("name", 1, 9)));
        assertEquals("name", wrong("{\"name\": null}", b -> b.text("name", 1, 9)));
        assertEquals("name", wrong("{\"name\": \"\"}", b -> b.text("name", 1, 9)));
        assertEquals("name", wrong("{\"name\": \"a\\u0000\"}", b -> b.text("name", 1, 9)));
        assertEquals("name", wrong("{\"name\": \"\\ud800\"}", b -> b.text("name", 1, 9)));
        assertEquals("count", wrong("{\"count\": \"3\"}", b -> b.integer("count", 1, 9)));
        assertEquals("count", wrong("{\"count\": 3.0}", b -> b.integer("count", 1, 9)));
        assertEquals("count", wrong("{\"count\": 1e99999}", b -> b.integer("count", 1, 9)));
        assertEquals("count", wrong("{\"count\": 10}", b -> b.integer("count", 1, 9)));
        assertEquals("on", wrong("{\"on\": \"true\"}", b -> b.flag("on")));
        assertEquals("at", wrong("{\"at\": \"2030-01-31\"}", b -> b.instant("at")));
        assertEquals("at", wrong("{\"at\": \"+999999999-12-31T23:59:59Z\"}", b -> b.instant("at")));
        assertEquals("at", wrong("{\"at\": \"1000-01-01T00:00:00Z\"}", b -> b.instant("at")));
        assertEquals(
                "kind", wrong("{\"kind\": \"MATH\"}", b -> b.oneOf("kind", ChallengeKind.class)));
        assertEquals("id", wrong("{\"id\": \"7\"}", b -> b.id("id", SaleId::parse)));
    }

    @Test
    void a_field_inside_is_named_with_its_path() {
        var body = "{\"offers\": [{\"price\": {\"amount\": -1, \"currency\": \"CNY\"}}]}";
        assertEquals(
                "offers[0].price.amount",
                wrong(body, b -> b.objects("offers", 1, 9, "price").getFirst().money("price")));
        assertEquals("offers[0].price", wrong(body, b -> b.objects("offers", 1, 9, "stock")));
        assertEquals(
                "price.currency",
                wrong(
                        "{\"price\": {\"amount\": 1, \"currency\": \"cny\"}}",
                        b -> b.money("price")));
    }

    @Test
    void an_unknown_or_repeated_field_is_named() {
        assertEquals("surprise", wrong("{\"surprise\": 1}", b -> {}));
        assertEquals("name", wrong("{\"name\": \"a\", \"name\": \"a\"}", b -> {}));
        assertEquals("offers[0].a", wrong("{\"offers\": [{\"a\": 1, \"a\": 1}]}", b -> {}));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[]",
                "1",
                "null",
                "{",
                "{}}",
                "{} {}",
                "{\"name\"}",
                "{'name': 1}",
                "{\"name\": NaN}",
                "{\"name\": 01}",
                "{\"name\": \"\t\"}",
                "{,}",
                "\ufeff{}"
            })
    void what_is_no_object_is_refused_as_a_whole(String text) {
        assertEquals("body", wrong(text, b -> {}));
    }

    @Test
    void what_is_nested_too_deeply_is_refused_as_a_whole() {
        assertEquals(
                "body", wrong("{\"name\":" + "[".repeat(9_000) + "]".repeat(9_000) + "}", b -> {}));
    }

    @Test
    void a_name_or_number_that_is_too_long_is_named_and_not_taken_for_nesting() {
        var digits = "9".repeat(2_000);
        assertEquals("count", wrong("{\"count\":" + digits + "}", b -> b.integer("count", 1, 9)));
        assertEquals("count", wrong("{\"count\":1." + digits + "}", b -> b.integer("count", 1, 9)));
        assertTrue(wrong("{\"" + "n".repeat(60_000) + "\":1}", b -> {}).startsWith("nnn"));
    }

    @Test
    void a_long_name_over_many_values_costs_no_more_than_a_few_times_its_length() {
        int half = ServerConfig.BODY_MAX / 2 - 8;
        var text = "{\"" + "n".repeat(half) + "\":[" + "1,".repeat(half / 2) + "1]}";
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        wrong(text, b -> {});
        long before = threads.getCurrentThreadAllocatedBytes();
        wrong(text, b -> {});
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 100 * ServerConfig.BODY_MAX, allocated + " bytes");
    }

    private static Fields fields(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return Fields.of(bytes, "name", "count", "at", "on", "price", "kind", "id", "offers");
    }

    /// The field that the refusal names.
    private static String wrong(String text, Consumer<Fields> reading) {
        var problem = assertThrows(Problem.class, () -> reading.accept(fields(text)));
        assertEquals(Code.INVALID, problem.code());
        return problem.field();
    }
}
