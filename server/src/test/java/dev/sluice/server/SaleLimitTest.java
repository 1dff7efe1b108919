package dev.sluice.server;

import dev.sluice.server.json.Code;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Looking with a small allowance.
class SaleLimitTest extends ApiTest {

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.limits.read.address", "1h/3");
    }

    @Test
    void looking_is_limited_per_address() {
        api.get("/time").is(200);
        api.get("/sales").is(200);
        api.get("/sales/0ns7d2k8v0w1a").is(Code.NO_SUCH_SALE);
        for (var path : List.of("/time", "/sales", "/sales/0ns7d2k8v0w1a", "/sales?limit=1")) {
            api.get(path).is(Code.RATE_LIMITED);
        }
    }
}
