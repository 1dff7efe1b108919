package dev.sluice.server.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final Limits limits =
            new Limits(
                    Map.of("claim.buyer", "10/20", "claim.node", "1/2", "otp.phone", "6m/3"),
                    true,
                    now::get);

    @Test
    void a_bucket_gives_its_burst_and_then_its_rate() {
        var rate = Rate.parse("10/20").orElseThrow();
        var bucket = rate.bucket(now.get());
        for (int i = 0; i < 20; i++) assertEquals(0, rate.tryAcquire(bucket, now.get()));

        assertEquals(100_000_000, rate.tryAcquire(bucket, now.get()));
        now.addAndGet(99_999_999);
        assertEquals(1, rate.tryAcquire(bucket, now.get()));
        now.addAndGet(1);
        assertEquals(0, rate.tryAcquire(bucket, now.get()));
    }

    @Test
    void a_bucket_never_holds_more_than_its_burst() {
        var rate = Rate.parse("10/20").orElseThrow();
        var bucket = rate.bucket(now.get());
        now.addAndGet(Duration.ofDays(1).toNanos());
        int given = 0;
        while (rate.tryAcquire(bucket, now.get()) == 0) given++;

        assertEquals(20, given);
    }

    @Test
    void many_threads_together_get_the_burst_and_no_more() throws Exception {
        var rate = Rate.parse("1/100").orElseThrow();
        var bucket = rate.bucket(now.get());
        var given = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 1_000; i++) {
                threads.execute(() -> {
                    if (rate.tryAcquire(bucket, now.get()) == 0) given.incrementAndGet();
                });
            }
        }

        assertEquals(100, given.get());
    }

    @Test
    void rates_are_per_second_minute_or_hour_or_off() {
        assertEquals(new Rate(10, 20), Rate.parse("10/s burst 20").orElseThrow());
        assertEquals(new Rate(.5, 5), Rate.parse("30/min burst 5").orElseThrow());
        assertEquals(new Rate(1, 3), Rate.parse("3600/h burst 3").orElseThrow());
        assertEquals(new Rate(.1, 1), Rate.parse("0.1/s burst 1").orElseThrow());
        assertEquals(Optional.empty(), Rate.parse("off"));
    }

    @Test
    void the_short_form_of_a_rate_is_still_read() {
        assertEquals(new Rate(10, 20), Rate.parse("10/20").orElseThrow());
        assertEquals(new Rate(.5, 5), Rate.parse("30m/5").orElseThrow());
        assertEquals(new Rate(1, 3), Rate.parse("3600h/3").orElseThrow());
        assertEquals(new Rate(.1, 1), Rate.parse("0.1/1").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "/",
                "10/",
                "/5",
                "0/5",
                "-1/5",
                "10/0",
                "NaN/1",
                "1e99/1",
                "x/1",
                "10/s",
                "10/s burst ",
                "10/s burst 0",
                "/s burst 5",
                "10/day burst 5",
                "10m/s burst 5",
                "10/ burst 5",
                "10 burst 5"
            })
    void a_rate_that_cannot_be_is_refused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Rate.parse(text));
    }

    @Test
    void one_buyer_does_not_use_up_what_another_has() {
        for (int i = 0; i < 20; i++) limits.buyer(RouteGroup.CLAIM, new BuyerId(1));

        assertEquals(1, limits.buyer(RouteGroup.CLAIM, new BuyerId(1)));
        assertEquals(0, limits.buyer(RouteGroup.CLAIM, new BuyerId(2)));
        assertEquals(0, limits.buyer(RouteGroup.ORDER, new BuyerId(1)));
    }

    @Test
    void the_node_has_a_limit_of_its_own() {
        assertEquals(0, limits.node(RouteGroup.CLAIM));
        assertEquals(0, limits.node(RouteGroup.CLAIM));
        assertEquals(1, limits.node(RouteGroup.CLAIM));
    }

    @Test
    void the_time_to_wait_is_told_in_whole_seconds() {
        for (int i = 0; i < 3; i++) assertEquals(0, limits.phone(RouteGroup.OTP, "13800138000"));

        assertEquals(10, limits.phone(RouteGroup.OTP, "13800138000"));
        assertEquals(0, limits.phone(RouteGroup.OTP, "13800138001"));
    }

    @Test
    void in_a_rehearsal_this_machine_has_no_limit_per_address() {
        var loopback = Client.of(InetAddress.ofLiteral("127.0.0.1"));
        var other = Client.of(InetAddress.ofLiteral("192.0.2.1"));
        for (int i = 0; i < 10_000; i++) assertEquals(0, limits.address(RouteGroup.OTP, loopback));

        long waits = 0;
        for (int i = 0; i < 100; i++) waits += limits.address(RouteGroup.OTP, other);
        assertTrue(waits > 0);
    }

    @Test
    void all_addresses_of_one_ipv6_network_share_a_limit() {
        var one = Client.of(InetAddress.ofLiteral("2001:db8:1:2::1"));
        var two = Client.of(InetAddress.ofLiteral("2001:db8:1:2:ffff::9"));
        var other = Client.of(InetAddress.ofLiteral("2001:db8:1:3::1"));

        assertEquals(one.limitKey(), two.limitKey());
        assertTrue(!one.limitKey().equals(other.limitKey()));
    }

    @Test
    void every_group_has_a_row_in_the_table() {
        var expected = RouteGroup.values().length * Limits.Scope.values().length;

        assertEquals(expected, Limits.defaults().size());
    }
}
