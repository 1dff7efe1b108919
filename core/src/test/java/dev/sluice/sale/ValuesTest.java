package dev.sluice.sale;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.plain.Samples;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValuesTest {

    @Test
    void balances_add_up_only_when_both_sides_say_the_same() {
        assertTrue(balances(10, new Balances.Store(10, 5, 1, 4)).balanced());
        assertFalse(balances(10, new Balances.Store(10, 6, 1, 4)).balanced());
        assertFalse(balances(10, new Balances.Store(10, 6, 1, 3)).balanced());
        assertFalse(balances(10, new Balances.Store(10, 7, -1, 4)).balanced());
        assertFalse(balances(11, new Balances.Store(10, 5, 1, 4)).balanced());
    }

    @Test
    void the_book_alone_knows_an_offer_the_store_does_not_carry() {
        var balances = new Balances(OFFER, book(10), Optional.empty(), 0);

        assertEquals(6, balances.free());
        assertEquals(0, balances.held());
        assertTrue(balances.balanced());
        assertFalse(new Balances(OFFER, book(3), Optional.empty(), 0).balanced());
    }

    @Test
    void money_is_never_negative_and_never_wraps_around() {
        assertEquals(new Money(300, "CNY"), new Money(100, "CNY").times(3));
        assertThrows(IllegalArgumentException.class, () -> new Money(-1, "CNY"));
        assertThrows(IllegalArgumentException.class, () -> new Money(1, "YUAN"));
        var much = new Money(Long.MAX_VALUE, "CNY");
        assertThrows(ArithmeticException.class, () -> much.times(2));
    }

    @Test
    void hashes_are_equal_by_their_bytes() {
        var bytes = new byte[32];
        assertEquals(Hash.ZERO, new Hash(bytes.clone()));
        assertEquals(Hash.ZERO.hashCode(), new Hash(bytes.clone()).hashCode());
        bytes[31] = 1;
        assertNotEquals(Hash.ZERO, new Hash(bytes));
        assertTrue(new Hash(bytes).toString().endsWith("0001"));
        assertThrows(IllegalArgumentException.class, () -> new Hash(new byte[31]));
    }

    @Test
    void a_claim_asks_for_at_least_one_unit() {
        assertThrows(IllegalArgumentException.class, () -> Samples.claim(1, 1, 0));
        assertEquals(2, Samples.claim(1, 1, 2).hold().units());
    }

    @Test
    void an_offer_has_stock_and_a_limit() {
        assertThrows(IllegalArgumentException.class, () -> Samples.offer(OFFER, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> Samples.offer(OFFER, 1, 0));
    }

    private static Balances balances(int stock, Balances.Store store) {
        return new Balances(OFFER, book(stock), Optional.of(store), 1);
    }

    private static Balances.Book book(int stock) {
        return new Balances.Book(stock, 3, 1, Hash.ZERO);
    }
}
