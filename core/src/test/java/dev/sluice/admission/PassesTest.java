package dev.sluice.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PassesTest {

    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ é";
    private static final ClaimId CLAIM = new ClaimId(123_456_789_012L);
    private static final OfferId OFFER = new OfferId(11);
    private static final BuyerId ANN = new BuyerId(21);
    private static final BuyerId BOB = new BuyerId(22);
    private static final Instant EXPIRY = Instant.parse("2026-06-18T10:03:00Z");

    private final Passes passes = new Passes(new byte[] {1, 2, 3});
    private final String pass = passes.mint(CLAIM, OFFER, ANN, EXPIRY);

    @Test
    void a_pass_is_good_for_its_buyer_and_offer() {
        assertEquals(Passes.PASS_LENGTH, pass.length());
        assertTrue(isAuthentic(passes, pass, OFFER, ANN));
        assertFalse(isAuthentic(passes, pass, OFFER, BOB));
        assertFalse(isAuthentic(passes, pass, new OfferId(12), ANN));
        assertFalse(isAuthentic(new Passes(new byte[] {1, 2, 4}), pass, OFFER, ANN));
    }

    @Test
    void a_pass_tells_its_claim_and_its_expiry() {
        assertEquals(CLAIM, Passes.parse(pass).orElseThrow().claim());
        assertEquals(EXPIRY.getEpochSecond(), Passes.parse(pass).orElseThrow().expirySecond());
        assertTrue(pass.startsWith(passes.claimText(CLAIM, ANN)));
    }

    @Test
    void every_single_changed_character_spoils_a_pass() {
        for (int i = 0; i < pass.length(); i++) {
            for (char c : ALPHABET.toCharArray()) {
                if (pass.charAt(i) == c) continue;
                var forged = pass.substring(0, i) + c + pass.substring(i + 1);
                assertFalse(isAuthentic(passes, forged, OFFER, ANN), forged);
            }
        }
    }

    @Test
    void a_cut_or_lengthened_pass_is_none() {
        for (int i = 0; i < pass.length(); i++) {
            assertFalse(isAuthentic(passes, pass.substring(0, i), OFFER, ANN));
            assertTrue(Passes.parse(pass.substring(0, i)).isEmpty());
        }
        assertFalse(isAuthentic(passes, pass + "A", OFFER, ANN));
    }

    @Test
    void the_expiry_of_another_pass_does_not_fit() {
        var later = passes.mint(CLAIM, OFFER, ANN, EXPIRY.plusSeconds(60));
        int expiryEnd = Passes.CLAIM_LENGTH + 6;
        var forged =
                pass.substring(0, Passes.CLAIM_LENGTH)
                        + later.substring(Passes.CLAIM_LENGTH, expiryEnd)
                        + pass.substring(expiryEnd);

        assertNotEquals(pass, forged);
        assertFalse(isAuthentic(passes, forged, OFFER, ANN));
    }

    @Test
    void a_pass_may_expire_after_the_year_2038() {
        var late = Instant.parse("2040-01-01T00:00:00Z");
        var minted = passes.mint(CLAIM, OFFER, ANN, late);

        assertTrue(isAuthentic(passes, minted, OFFER, ANN));
        assertEquals(late.getEpochSecond(), Passes.parse(minted).orElseThrow().expirySecond());
        var tooLate = Instant.parse("2200-01-01T00:00:00Z");
        assertThrows(IllegalArgumentException.class, () -> passes.mint(CLAIM, OFFER, ANN, tooLate));
    }

    @Test
    void the_text_of_a_claim_is_read_by_its_buyer_only() {
        var text = passes.claimText(CLAIM, ANN);

        assertEquals(Passes.CLAIM_LENGTH, text.length());
        assertEquals(Optional.of(CLAIM), passes.parseClaim(text, ANN));
        assertEquals(Optional.of(CLAIM), Passes.peek(text));
        assertEquals(Optional.empty(), passes.parseClaim(text, BOB));
        assertEquals(Optional.empty(), passes.parseClaim(text.substring(1), ANN));
    }

    @Test
    void every_single_changed_character_spoils_the_text_of_a_claim() {
        var text = passes.claimText(CLAIM, ANN);
        for (int i = 0; i < text.length(); i++) {
            for (char c : ALPHABET.toCharArray()) {
                if (text.charAt(i) == c) continue;
                var forged = text.substring(0, i) + c + text.substring(i + 1);
                assertEquals(Optional.empty(), passes.parseClaim(forged, ANN), forged);
            }
        }
    }

    @Test
    void no_text_gives_a_claim_that_cannot_exist() {
        assertEquals(Optional.empty(), Passes.peek("_".repeat(21) + "w"));
        assertEquals(Optional.empty(), Passes.peek("?".repeat(22)));
    }

    private static boolean isAuthentic(Passes passes, String text, OfferId offer, BuyerId buyer) {
        return Passes.parse(text)
                .filter(pass -> passes.isAuthentic(pass, offer, buyer))
                .isPresent();
    }
}
