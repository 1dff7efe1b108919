package dev.sluice.contracts;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.id.OfferId;
import dev.sluice.plain.PlainCatalogue;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.port.OrderBook;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Sale;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares an order book with a [PlainOrderBook] through random calls: every answer is the same.
/// After each of them the units add up, in the book and in its ledger alone. A seed repeats a run
/// exactly.
public interface BookModelContract extends BookFixture {

    /// One random run.
    final class Run {
        private final BookFixture fixture;
        private final SplittableRandom random;
        private final PlainOrderBook plain = new PlainOrderBook();
        private int claims;
        private int orders;
        private int payments;

        Run(BookFixture fixture, long seed) {
            this.fixture = fixture;
            this.random = new SplittableRandom(seed);
            new PlainCatalogue(plain).insertSale(sale(Sale.Stage.PUBLISHED, 20));
        }

        void step() {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> settle();
                case 3 -> lose();
                case 4 -> cancel();
                case 5, 6 -> startPayment();
                case 7 -> decide();
                case 8 -> expireOrRestart();
                default -> restock();
            }
            assertAdds(OFFER);
            assertAdds(OTHER_OFFER);
        }

        void assertSameOrders() {
            for (var order : plain.orders()) {
                assertEquals(Optional.of(order), fixture.book().findOrder(order.id()));
            }
        }

        /// Asks both the same.
        private void same(Function<OrderBook, Object> call) {
            assertEquals(call.apply(plain), call.apply(fixture.book()));
        }

        private void settle() {
            var batch = new ArrayList<NewOrder>();
            for (int i = random.nextInt(6); i >= 0; i--) batch.add(randomOrder());
            same(book -> book.settle(batch));
        }

        /// Mostly a new claim, sometimes one that was seen before.
        private NewOrder randomOrder() {
            boolean again = claims > 0 && random.nextInt(4) == 0;
            int n = again ? 1 + random.nextInt(claims) : ++claims;
            return order(++orders, modelClaim(n));
        }

        /// Buyers come again with other claims, and meet their limit.
        private static Claim modelClaim(int n) {
            var claim = claim(n, n % 3 == 0 ? OTHER_OFFER : OFFER, 1 + n % 2);
            return new Claim(claim.id(), claim.offer(), buyer(n % 25), claim.quantity(), NOW);
        }

        private void lose() {
            int n = 1 + random.nextInt(claims + 1);
            claims = Math.max(claims, n);
            var claim = modelClaim(n);
            same(book -> book.lose(claim, Reason.DROPPED, LATER));
        }

        private void cancel() {
            var id = orderId(1 + random.nextInt(orders + 1));
            same(book -> book.cancel(id, LATER));
        }

        private void startPayment() {
            var id = orderId(1 + random.nextInt(orders + 1));
            if (plain.findOrder(id).isEmpty()) return;
            var payment = payment(++payments, id);
            plain.insertPayment(payment);
            fixture.book().insertPayment(payment);
            same(book -> book.pay(payment.id(), LATER));
        }

        private void decide() {
            if (payments == 0) return;
            var id = paymentId(1 + random.nextInt(payments));
            switch (random.nextInt(3)) {
                case 0 -> same(book -> book.pay(id, LATER));
                case 1 -> same(book -> book.revive(id, LATER));
                default -> same(book -> book.refund(id, LATER));
            }
        }

        private void expireOrRestart() {
            switch (random.nextInt(4)) {
                case 0 -> fixture.restart();
                case 1 -> same(book -> Set.copyOf(book.expire(DEADLINE, 1_000)));
                default -> same(book -> book.expire(DEADLINE.minusMillis(1), 1_000));
            }
        }

        private void restock() {
            if (random.nextInt(4) > 0) return;
            int quantity = 1 + random.nextInt(5);
            same(book -> book.restock(OFFER, quantity, LATER));
        }

        private void assertAdds(OfferId offer) {
            var balance = plain.balance(offer);
            var expected = balance.stock() + " " + balance.unpaid() + " " + balance.paid();
            assertEquals(expected, fixture.counts(offer));
            assertEquals(expected, fromLedger(offer));
        }

        private String fromLedger(OfferId offer) {
            int stock = 0;
            int unpaid = 0;
            int paid = 0;
            for (var movement : fixture.book().movements(offer, 0, 100_000)) {
                int units = movement.units();
                if (movement.why().from() == Movement.Place.OUTSIDE) stock += units;
                if (movement.why().from() == Movement.Place.UNPAID) unpaid -= units;
                if (movement.why().to() == Movement.Place.UNPAID) unpaid += units;
                if (movement.why().to() == Movement.Place.PAID) paid += units;
            }
            return stock + " " + unpaid + " " + paid;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    default void random_calls_have_the_results_of_a_plain_model(long seed) {
        publish(20);
        var run = new Run(this, seed);
        for (int i = 0; i < 300; i++) run.step();
        run.assertSameOrders();
    }
}
