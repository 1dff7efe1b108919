package dev.sluice.server.challenge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.ApiTest;
import dev.sluice.server.config.World;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ChallengesTest {

    private static final OfferId OFFER = new OfferId(7);
    private static final BuyerId BUYER = new BuyerId(8);

    private final ApiTest.TestClock clock = new ApiTest.TestClock();
    private final World world = new World(clock, new SecureRandom(), System::nanoTime);
    private final Challenges challenges = new Challenges(new byte[32], 8, world, Optional.empty());

    @Test
    void the_sum_is_the_answer() {
        var challenge = make(ChallengeKind.MATH);
        var result = challenges.sum(challenge).result();

        assertTrue(isSolved(challenge, " " + result + " "));
    }

    @Test
    void a_challenge_is_good_for_one_try() {
        var right = make(ChallengeKind.MATH);
        var result = "" + challenges.sum(right).result();
        assertTrue(isSolved(right, result));
        assertFalse(isSolved(right, result));

        var wrong = make(ChallengeKind.MATH);
        assertFalse(isSolved(wrong, "-1"));
        assertFalse(isSolved(wrong, "" + challenges.sum(wrong).result()));
        assertEquals(Optional.empty(), challenges.find(wrong.id()));
    }

    @Test
    void of_many_tries_at_once_one_counts() throws InterruptedException {
        var challenge = make(ChallengeKind.NONE);
        var solved = new AtomicInteger();
        var threads = new Thread[50];
        for (int i = 0; i < threads.length; i++) {
            threads[i] =
                    Thread.startVirtualThread(() -> {
                        if (isSolved(challenge, "")) solved.incrementAndGet();
                    });
        }
        for (var thread : threads) thread.join();

        assertEquals(1, solved.get());
    }

    @Test
    void it_is_bound_to_its_offer_and_to_its_buyer_if_there_was_one() {
        var other = new OfferId(9);
        var elsewhere = make(ChallengeKind.NONE);
        assertFalse(challenges.isSolved(elsewhere.id(), "", other, BUYER));

        var theirs = challenges.make(ChallengeKind.NONE, OFFER, Optional.of(new BuyerId(9)));
        assertFalse(isSolved(theirs, ""));
        assertTrue(isSolved(challenges.make(ChallengeKind.NONE, OFFER, Optional.of(BUYER)), ""));
    }

    @Test
    void it_expires() {
        var challenge = make(ChallengeKind.NONE);

        clock.advance(Challenges.LIFETIME);

        assertEquals(Optional.empty(), challenges.find(challenge.id()));
        assertFalse(isSolved(challenge, ""));
    }

    @Test
    void a_forged_or_foreign_one_is_none() {
        var id = make(ChallengeKind.NONE).id();
        for (int i = 0; i < id.length(); i++) {
            var forged = new StringBuilder(id);
            forged.setCharAt(i, id.charAt(i) == 'A' ? 'B' : 'A');
            assertEquals(Optional.empty(), challenges.find(forged.toString()), forged.toString());
        }
        var secret = new byte[32];
        secret[0] = 1;
        var foreign =
                new Challenges(secret, 8, world, Optional.empty())
                        .make(ChallengeKind.NONE, OFFER, none());
        assertEquals(Optional.empty(), challenges.find(foreign.id()));
        assertEquals(Optional.empty(), challenges.find("x"));
        assertEquals(Optional.empty(), challenges.find("x".repeat(60)));
    }

    @Test
    void any_node_with_the_secret_knows_it() {
        var challenge = make(ChallengeKind.MATH);
        var node = new Challenges(new byte[32], 8, world, Optional.empty());

        assertEquals(challenge, node.find(challenge.id()).orElseThrow());
        assertEquals(challenges.sum(challenge), node.sum(challenge));
    }

    @Test
    void work_is_a_hash_that_starts_with_zeros() {
        var challenge = make(ChallengeKind.WORK);
        int suffix = 0;
        while (Challenges.zeroBits(challenge.nonceText() + suffix) < 8) suffix++;
        assertTrue(isSolved(challenge, "" + suffix));

        var lazy = make(ChallengeKind.WORK);
        int bad = 0;
        while (Challenges.zeroBits(lazy.nonceText() + bad) >= 8) bad++;
        assertFalse(isSolved(lazy, "" + bad));
        // SHA-256("abc") = ba7816bf..., and that of "" = e3b0c442...
        assertEquals(0, Challenges.zeroBits("abc"));
    }

    @Test
    void sums_are_small_and_never_negative() {
        var results = new HashSet<Integer>();
        for (int i = 0; i < 5_000; i++) {
            var sum = Sum.of(new SplittableRandom(i));
            var sign = sum.text().replaceAll("[0-9]", "");
            var terms = Arrays.stream(sum.text().split("[-+x]")).mapToInt(Integer::parseInt);
            var numbers = terms.toArray();
            int expected =
                    switch (sign) {
                        case "+" -> numbers[0] + numbers[1];
                        case "-" -> numbers[0] - numbers[1];
                        case "x" -> numbers[0] * numbers[1];
                        default -> throw new AssertionError(sum);
                    };
            assertEquals(expected, sum.result());
            assertTrue(sum.result() >= 0 && sum.text().length() <= 5, sum.text());
            results.add(sum.result());
        }
        assertTrue(results.size() > 60, results.toString());
    }

    @Test
    void a_picture_is_a_png_that_differs_from_all_others() throws IOException {
        var seen = new HashSet<Integer>();
        for (int i = 0; i < 50; i++) {
            var challenge = make(ChallengeKind.MATH);
            var png = challenges.picture(challenge);
            assertArrayEquals(png, challenges.picture(challenge));
            assertTrue(seen.add(Arrays.hashCode(png)));
            var image = ImageIO.read(new ByteArrayInputStream(png));
            assertEquals(160, image.getWidth());
            assertEquals(60, image.getHeight());
            var pixels = image.getRGB(0, 0, 160, 60, null, 0, 160);
            long inked = Arrays.stream(pixels).filter(p -> p != pixels[paper(pixels)]).count();
            assertTrue(inked > 500 && inked < 6_000, "inked: " + inked);
        }
    }

    @Test
    void the_same_sum_never_looks_the_same() {
        var one = new SumPicture(new SplittableRandom(1)).png("7+15");
        var other = new SumPicture(new SplittableRandom(2)).png("7+15");

        assertNotEquals(Arrays.hashCode(one), Arrays.hashCode(other));
    }

    /// Where the lightest pixel is.
    private static int paper(int[] pixels) {
        int lightest = 0;
        for (int i = 0; i < pixels.length; i++) {
            if ((pixels[i] & 0xffffff) > (pixels[lightest] & 0xffffff)) lightest = i;
        }
        return lightest;
    }

    private Challenges.Challenge make(ChallengeKind kind) {
        return challenges.make(kind, OFFER, none());
    }

    private boolean isSolved(Challenges.Challenge challenge, String answer) {
        return challenges.isSolved(challenge.id(), answer, OFFER, BUYER);
    }

    private static Optional<BuyerId> none() {
        return Optional.empty();
    }
}
