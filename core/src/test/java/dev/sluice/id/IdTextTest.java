package dev.sluice.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdTextTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 31, 32, 1L << 60, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void a_text_is_read_back_as_its_number(long value) {
        assertEquals(value, IdText.parse(IdText.of(value)));
        assertEquals(IdText.LENGTH, IdText.of(value).length());
    }

    @Test
    void texts_sort_like_their_numbers() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        for (int i = 0; i < 10_000; i++) {
            long a = random.nextLong() >>> 1 + random.nextInt(60);
            long b = random.nextLong() >>> 1 + random.nextInt(60);
            int order = Integer.signum(IdText.of(a).compareTo(IdText.of(b)));
            assertEquals(Long.compare(a, b), order, a + " and " + b);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "000000000000",
                "00000000000000",
                "8000000000000",
                "zzzzzzzzzzzzz",
                "000000000000i",
                "000000000000l",
                "000000000000o",
                "000000000000u",
                "000000000000A",
                "000000000000-",
                "00000000000é0",
                "000000000000 ",
                "0000000000000\n"
            })
    void anything_else_is_no_id(String text) {
        assertEquals(-1, IdText.parse(text));
        assertEquals(Optional.empty(), OfferId.parse(text));
        assertEquals(Optional.empty(), OrderId.parse(text));
    }

    @Test
    void a_negative_number_has_no_text() {
        assertThrows(IllegalArgumentException.class, () -> IdText.of(-1));
    }

    @Test
    void each_kind_of_id_reads_its_own_text() {
        assertEquals(Optional.of(new BuyerId(77)), BuyerId.parse(new BuyerId(77).toString()));
        assertEquals(Optional.of(new OfferId(77)), OfferId.parse(new OfferId(77).toString()));
        assertEquals(Optional.of(new OrderId(77)), OrderId.parse(new OrderId(77).toString()));
        assertEquals(Optional.of(new SaleId(77)), SaleId.parse(new SaleId(77).toString()));
        assertEquals(Optional.of(new ProductId(77)), ProductId.parse(new ProductId(77).toString()));
        assertEquals(Optional.of(new PaymentId(77)), PaymentId.parse(new PaymentId(77).toString()));
        assertTrue(new ClaimId(1).compareTo(new ClaimId(2)) < 0);
    }

    @Test
    void ids_are_equal_when_kind_and_number_are() {
        assertEquals(new OfferId(77), new OfferId(77));
        assertNotEquals(new OfferId(77), new OfferId(78));
        assertNotEquals(new OfferId(77), new OrderId(77));
    }
}
