package dev.sluice.server;

import dev.sluice.server.access.Limits;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What strangers send instead of registering, logging in and looking.
class BuyerGarbageTest extends ApiTest {

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(Map.of("sluice.no-demo", "false"));
        Limits.defaults().keySet().forEach(key -> settings.put("sluice.limits." + key, "off"));
        return settings;
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_a_phone() {
        return Garbage.to(api, "POST", "/otp").withBody("{\"phone\": \"13800138000\"}").tests();
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_a_registration() {
        return Garbage.to(api, "POST", "/buyers")
                .withBody(
                        """
                        {"phone": "13800138000", "otp": "123456",
                         "password": "correct horse", "name": "Li Lei"}
                        """)
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_a_login() {
        return Garbage.to(api, "POST", "/sessions")
                .withBody("{\"phone\": \"13800138000\", \"password\": \"correct horse\"}")
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_a_buyer() {
        return Stream.of("/me", "/dev/outbox")
                .flatMap(path -> Garbage.to(api, "GET", path).tests());
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_a_logout() {
        return Garbage.to(api, "DELETE", "/sessions").tests();
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_a_look() {
        return Stream.of("/time", "/sales", "/sales/0ns7d2k8v0w1a")
                .flatMap(path -> Garbage.to(api, "GET", path).tests());
    }
}
