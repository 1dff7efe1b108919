package dev.sluice.port;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.sale.Claim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The golden files beside this test were written by the versions that they are named after, and
/// are never written anew. All of them have the same deliveries, the smallest and the largest among
/// them.
class ClaimTextTest {

    private static final String LAST_MOMENT = "2262-04-11T23:47:16.854775807Z";
    private static final long MAX = Long.MAX_VALUE;

    private static final List<Delivery> GOLDEN =
            List.of(
                    new Delivery(claim("1970-01-01T00:00:00Z", 1, 0, 0, 0), 0, 1),
                    new Delivery(
                            claim(
                                    "2026-11-11T12:00:00.123456789Z",
                                    1,
                                    7305441839251457L,
                                    7001,
                                    9002),
                            1001,
                            1),
                    new Delivery(
                            claim("2026-11-11T12:00:01Z", 3, 7305441839251458L, 7002, 9003),
                            1002,
                            4),
                    new Delivery(
                            claim(LAST_MOMENT, Integer.MAX_VALUE, MAX, MAX, MAX),
                            MAX,
                            Integer.MAX_VALUE));

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq-1.txt", "rocketmq-1.bin", "claims-2.txt"})
    void what_every_version_wrote_into_a_broker_is_read(String file) throws Exception {
        assertEquals(GOLDEN, ClaimText.deliveries(golden(file)));
    }

    @Test
    void what_every_version_wrote_into_redis_is_read() throws Exception {
        var text = new String(golden("redis-1.txt"), StandardCharsets.ISO_8859_1);

        var claims = new ArrayList<Claim>();
        for (int from = 0; from < text.length(); ) {
            int end = text.indexOf('\n', from);
            if (end < 0) end = text.length();
            claims.add(ClaimText.claim(text, from, end));
            from = end + 1;
        }
        assertEquals(GOLDEN.stream().map(Delivery::claim).toList(), claims);
    }

    /// Whoever changes a byte of it makes a new version, which old nodes have to know before.
    @Test
    void what_is_written_is_the_last_golden_file_byte_by_byte() throws Exception {
        assertArrayEquals(golden("claims-2.txt"), ClaimText.body(GOLDEN));
        var lines = GOLDEN.stream().map(Delivery::claim).map(ClaimText::line).toList();
        assertEquals(
                new String(golden("redis-1.txt"), StandardCharsets.ISO_8859_1),
                String.join("\n", lines));
    }

    @Test
    void claims_are_read_as_they_were_written() {
        var random = new SplittableRandom(12);
        var deliveries = new ArrayList<Delivery>();
        for (int i = 0; i < 1_000; i++) {
            var claim =
                    new Claim(
                            new ClaimId(any(random)),
                            new OfferId(any(random)),
                            new BuyerId(any(random)),
                            random.nextInt(1, Integer.MAX_VALUE),
                            ClaimText.instant(any(random)));
            deliveries.add(new Delivery(claim, any(random), random.nextInt(1, 100)));
            var line = ClaimText.line(claim);
            assertEquals(claim, ClaimText.claim("x\n" + line + "\n", 2, 2 + line.length()));
        }

        assertEquals(deliveries, ClaimText.deliveries(ClaimText.body(deliveries)));
        assertEquals(List.of(), ClaimText.deliveries(ClaimText.body(List.of())));
    }

    /// With a head or, as RabbitMQ had them once, without one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "claims",
                "claims 2",
                "claims 02\n1 2 3 4 5 6 7\n",
                "claims 3\n1 2 3 4 5 6 7\n",
                "claims 20\n1 2 3 4 5 6 7\n",
                "claims 2\n1 2 3 4 5 6\n",
                "claims 2\n1 2 3 4 5 6 7",
                "claims 2\n1 2 3 4 5 6 7\n1",
                "claims 2\n1 2 3 4 5 6 7\n\n",
                "claims 2\n1 2 3 4 5 6 7 8\n",
                "claims 2\n1 2 3 4 5 6 7\r\n",
                "claims 2\n 1 2 3 4 5 6 7\n",
                "claims 2\n1  2 3 4 5 6 7\n",
                "claims 2\n1 2 3 4 5 6 7 \n",
                "claims 2\n+1 2 3 4 5 6 7\n",
                "claims 2\n01 2 3 4 5 6 7\n",
                "claims 2\n-1 2 3 4 5 6 7\n",
                "claims 2\n1 2 3 0 5 6 7\n",
                "claims 2\n1 2 3 2147483648 5 6 7\n",
                "claims 2\n1 2 3 4 5 6 2147483648\n",
                "claims 2\n9223372036854775808 2 3 4 5 6 7\n",
                "claims 2\n1 2 3 4 99999999999999999999 6 7\n",
                "claims 2\n\u0661 2 3 4 5 6 7\n",
                "1 2 3 4 5 6 7\n",
                "1 2 3 4 5 6 7 8",
                "1 2 3 4 5 6 7 8\n1",
                "1 2 3 4 5 6 7 8 9\n",
                "1 2 3 0 5 6 7 8\n",
                "-1 2 3 4 5 6 7 8\n",
                "1  3 4 5 6 7 8\n",
                "1 2 3 4000000000 5 6 7 8\n",
                "9223372036854775808 2 3 4 5 6 7 8\n",
                "1 2 3 4 9223372036854775807 6 7 8\n",
                "1 2 3 4 9223372036 854775808 7 8\n",
                "1 2 3 4 5 1000000000 7 8\n"
            })
    void any_other_body_is_refused(String text) {
        assertRefused(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1 2 3",
                "1 2 3 4",
                "1 2 3 4 ",
                "1 2 3 4 5 6",
                "1 2 3 4 5 ",
                "1 2 3 4 5\n",
                " 1 2 3 4 5",
                "1 2 3 0 5",
                "1 2 3 4 -5",
                "1 2 3 4 +5",
                "1 2 3 4 05",
                "b 1 2 3 4 5",
                "1 2 3 4 9223372036854775808"
            })
    void any_other_line_is_refused(String line) {
        assertThrows(IllegalArgumentException.class, () -> ClaimText.claim(line, 0, line.length()));
    }

    @Test
    void packed_bytes_that_are_no_claims_are_refused() throws Exception {
        var bytes = golden("rocketmq-1.bin");
        var otherForm = bytes.clone();
        otherForm[0]++;
        assertRefused(otherForm);
        assertRefused(Arrays.copyOf(bytes, bytes.length - 1));

        // Where each number of the first delivery begins: it becomes negative.
        for (int at : List.of(1, 9, 17, 25, 29, 37, 41, 49)) {
            var negative = bytes.clone();
            negative[at] = (byte) 0x80;
            assertRefused(negative);
        }
        var beyondAllCalendars = bytes.clone();
        beyondAllCalendars[29] = 0x7f;
        assertRefused(beyondAllCalendars);
    }

    /// Whatever a body is, it is read or refused in the one way that every courier knows.
    @Test
    void no_body_fails_in_another_way() throws Exception {
        var random = new SplittableRandom(43);
        for (var file : List.of("rabbitmq-1.txt", "rocketmq-1.bin", "claims-2.txt")) {
            var whole = golden(file);
            for (int i = 0; i < 20_000; i++) {
                var body = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
                for (int n = random.nextInt(3); n >= 0 && body.length > 0; n--) {
                    body[random.nextInt(body.length)] = (byte) random.nextInt();
                }
                try {
                    ClaimText.body(ClaimText.deliveries(body));
                } catch (IllegalArgumentException refused) {
                    // As it should be.
                }
            }
        }
    }

    @Test
    void what_nobody_could_read_is_not_written() {
        var at = "2026-11-11T12:00:00Z";
        for (var bad :
                List.of(
                        claim(at, 4, -1, 2, 3),
                        claim(at, 4, 1, -2, 3),
                        claim(at, 4, 1, 2, -3),
                        claim("1969-12-31T23:59:59Z", 4, 1, 2, 3))) {
            assertThrows(IllegalArgumentException.class, () -> ClaimText.line(bad));
        }
        var good = claim(at, 4, 1, 2, 3);
        for (var bad : List.of(new Delivery(good, -1, 1), new Delivery(good, 1, -1))) {
            assertThrows(IllegalArgumentException.class, () -> ClaimText.body(List.of(bad)));
        }
    }

    private static void assertRefused(byte[] body) {
        assertThrows(IllegalArgumentException.class, () -> ClaimText.deliveries(body));
    }

    /// Of any length.
    private static long any(SplittableRandom random) {
        return random.nextLong() >>> random.nextInt(1, 64);
    }

    /// @param ids of the claim, the offer and the buyer
    private static Claim claim(String at, int units, long... ids) {
        return new Claim(
                new ClaimId(ids[0]),
                new OfferId(ids[1]),
                new BuyerId(ids[2]),
                units,
                Instant.parse(at));
    }

    private static byte[] golden(String file) throws IOException {
        try (var in = ClaimTextTest.class.getResourceAsStream(file)) {
            return in.readAllBytes();
        }
    }
}
