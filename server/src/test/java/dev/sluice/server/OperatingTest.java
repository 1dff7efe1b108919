package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OperatingTest extends ApiTest {

    @Test
    void a_running_sluice_is_alive_and_ready() {
        assertEquals("UP", api.root().get("/health/live").is(200).text("status"));
        assertEquals("UP", api.root().get("/health/ready").is(200).text("checks/accepting"));
    }

    @Test
    void metrics_count_answers_by_group_and_status() {
        api.root().get("/health/live");

        var metrics = api.root().get("/metrics").is(200).body();

        assertTrue(
                metrics.contains("sluice_answers_total{group=\"operate\",status=\"200\"}"),
                metrics);
        assertTrue(metrics.contains("# TYPE jvm_memory_used_bytes gauge"), metrics);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        return Garbage.to(api.root(), "GET", "/health/live").tests();
    }
}
