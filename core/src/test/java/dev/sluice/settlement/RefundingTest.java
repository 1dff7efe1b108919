package dev.sluice.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.PaymentId;
import dev.sluice.plain.CapturedLog;
import dev.sluice.plain.Fuses;
import dev.sluice.plain.PlainShop;
import dev.sluice.port.Refunder;
import dev.sluice.port.Refunds;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RefundingTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /// How long a node leads, in seconds, when it asks no more.
    private static final int A_LEAD = 5;

    private final PlainShop shop = PlainShop.open(2);
    private final Provider provider = new Provider();
    private final Fuses fuses = new Fuses();
    private final Refunding refunding = node(shop.book.refunds);

    /// A provider that sends back once for each key, whatever it answers.
    private static final class Provider implements Refunder {
        private final List<String> asked = new ArrayList<>();
        private final Set<String> sentBack = new HashSet<>();
        private final Deque<Answer> answers = new ArrayDeque<>();
        private boolean away;
        private Runnable meanwhile = () -> {};

        @Override
        public Set<String> providers() {
            return Set.of("sandbox");
        }

        @Override
        public Answer ask(Refund refund) {
            if (away) throw new Unavailable("nobody is there", null);
            asked.add(refund.key());
            var answer = answers.isEmpty() ? new Answer.Done() : answers.pop();
            if (answer instanceof Answer.Done) sentBack.add(refund.key());
            meanwhile.run();
            return answer;
        }
    }

    @Test
    void money_that_goes_back_is_asked_for_until_the_provider_confirms() {
        secondPayment();

        refunding.tick();
        refunding.tick();

        assertEquals(State.DONE, refund().state());
        assertEquals(List.of(refund().key()), provider.asked);
        assertEquals(0, refunding.openCount());
    }

    @Test
    void a_provider_that_is_away_for_hours_is_asked_with_growing_pauses_and_confirms_at_last() {
        secondPayment();
        provider.away = true;
        for (int i = 0; i < 3 * 3_600; i++) pass(SECOND);

        assertEquals(State.FAILED, refund().state());
        assertEquals("nobody is there", refund().note());
        assertTrue(refund().attempts() < 40, "asked " + refund().attempts() + " times");
        assertEquals(1, refunding.openCount());
        assertTrue(refunding.oldestSeconds() >= 3 * 3_600);
        provider.away = false;
        for (int i = 0; i < 600; i++) pass(SECOND);

        assertEquals(State.DONE, refund().state());
        assertEquals(1, provider.asked.size());
        assertEquals(0, refunding.oldestSeconds());
    }

    @Test
    void a_crash_between_asking_and_recording_asks_again_with_the_same_key() {
        secondPayment();
        var crashing = node(fuses.around(Refunds.class, shop.book.refunds));
        fuses.blowBefore("confirm");
        assertThrows(Unavailable.class, crashing::tick);
        assertEquals(State.ASKED, refund().state());

        refunding.tick();
        assertEquals(1, provider.asked.size(), "not before its time");
        pass(Refunding.pause(0));

        assertEquals(State.DONE, refund().state());
        assertEquals(2, provider.asked.size());
        assertEquals(1, provider.sentBack.size(), "sent back once");
    }

    @Test
    void two_nodes_at_once_ask_once_and_confirm_once() {
        secondPayment();
        var other = node(shop.book.refunds);
        provider.meanwhile = other::tick;

        refunding.tick();

        assertEquals(List.of(refund().key()), provider.asked);
        assertEquals(State.DONE, refund().state());
    }

    @Test
    void a_node_that_does_not_lead_asks_nobody_and_knows_what_is_open() {
        secondPayment();
        var idle =
                new Refunding(shop.book.refunds, provider, this::decide, shop.clock, () -> false);

        idle.tick();

        assertEquals(List.of(), provider.asked);
        assertEquals(1, idle.openCount());
    }

    @Test
    void a_node_that_alone_is_cut_off_from_the_provider_leaves_it_to_the_others() {
        secondPayment();
        provider.away = true;
        var asked = new AtomicInteger();
        var cutOff =
                new Refunding(
                        shop.book.refunds,
                        provider,
                        this::decide,
                        shop.clock,
                        () -> asked.incrementAndGet() > 0);
        cutOff.tick();
        assertEquals(1, asked.get());
        for (int i = 0; i < A_LEAD; i++) {
            shop.clock.advance(SECOND);
            cutOff.tick();
        }
        assertEquals(1, asked.get(), "it lets the lead go");
        assertEquals(1, cutOff.openCount());

        provider.away = false;
        pass(SECOND);
        assertEquals(State.DONE, refund().state());
    }

    @Test
    void a_node_that_cannot_decide_of_late_money_leaves_it_to_the_others() {
        lateMoney();
        var asked = new AtomicInteger();
        var cutOff =
                new Refunding(
                        shop.book.refunds,
                        provider,
                        _ -> {
                            throw new Unavailable("the hold store is away", null);
                        },
                        shop.clock,
                        () -> asked.incrementAndGet() > 0);
        shop.clock.advance(Duration.ofSeconds(61));
        assertThrows(Unavailable.class, cutOff::tick);
        for (int i = 0; i < A_LEAD; i++) {
            shop.clock.advance(SECOND);
            cutOff.tick();
        }
        assertEquals(1, asked.get(), "it lets the lead go");
        assertEquals(1, cutOff.undecidedCount());

        shop.clock.advance(Duration.ofHours(-1));
        assertThrows(Unavailable.class, cutOff::tick, "nobody waits for a clock");
        shop.clock.advance(Duration.ofHours(1));
        pass(SECOND);
        assertEquals(OrderStatus.PAID, shop.order(1).status());
        pass(SECOND);
        assertEquals(0, refunding.undecidedCount());
    }

    @Test
    void late_money_that_nobody_decides_raises_an_alarm_once_a_minute() {
        lateMoney();
        var cutOff =
                new Refunding(
                        shop.book.refunds,
                        provider,
                        _ -> {
                            throw new Unavailable("the hold store is away", null);
                        },
                        shop.clock,
                        () -> true);
        try (var log = new CapturedLog(Refunding.class)) {
            for (int i = 0; i < 5 * 60; i++) tryToTick(cutOff);
            assertEquals(0, log.count("late payments"));
            for (int i = 0; i < 60; i++) tryToTick(cutOff);
            assertEquals(1, log.count("1 late payments are undecided"));
        }
    }

    @Test
    void an_alarm_is_not_kept_quiet_by_a_clock_that_was_put_back() {
        secondPayment();
        provider.away = true;
        shop.clock.advance(Duration.ofHours(3));
        try (var log = new CapturedLog(Refunding.class)) {
            refunding.tick();
            assertEquals(1, log.count("1 refunds are open"));
            shop.clock.advance(Duration.ofHours(-1));

            for (int i = 0; i < 60; i++) pass(SECOND);
            assertEquals(2, log.count("1 refunds are open"), "once a minute by the new clock");
        }
    }

    @Test
    void a_provider_that_refuses_is_asked_again_and_says_why() {
        secondPayment();
        provider.answers.add(new Refunder.Answer.Refused("confirmed another amount"));
        provider.answers.add(new Refunder.Answer.NotYet("it is being done"));
        refunding.tick();
        assertEquals(State.FAILED, refund().state());
        assertEquals("confirmed another amount", refund().note());

        pass(Refunding.pause(0));
        assertEquals(State.ASKED, refund().state());
        assertEquals("it is being done", refund().note());
        pass(Refunding.pause(1));

        assertEquals(State.DONE, refund().state());
        assertEquals(3, provider.asked.size());
    }

    @Test
    void the_refunds_of_a_provider_that_cannot_be_asked_wait_for_a_person() {
        var money = new Money(5, "CNY");
        var none = Optional.<PaymentId>empty();
        var stray =
                new Deposit(
                        "cash",
                        "7",
                        none,
                        Optional.empty(),
                        money,
                        Fate.UNKNOWN_PAYMENT,
                        shop.clock.instant());
        shop.book.refunds.sendBack(stray);

        pass(Duration.ofHours(1));

        assertEquals(State.PENDING, refund().state());
        assertEquals(0, refund().attempts());
        assertEquals(1, refunding.openCount());
    }

    @Test
    void late_money_whose_decision_was_broken_off_is_decided_by_the_duty() {
        var order = shop.buy(1, 5, 2);
        shop.clock.set(order.expiresAt());
        shop.orders.expireDue();
        var payment = shop.startPayment(50, order);
        shop.fuses.blowBefore("revive");
        assertThrows(Unavailable.class, () -> shop.orders.pay(payment));
        assertFalse(shop.order(1).status() == OrderStatus.PAID);

        pass(Duration.ofSeconds(61));

        assertEquals(OrderStatus.PAID, shop.order(1).status());
        assertEquals(Fate.REVIVED, shop.book.refunds.deposits().getFirst().fate());
    }

    @Test
    void money_of_which_nobody_can_decide_keeps_no_other_undecided() {
        var order = shop.buy(1, 5, 2);
        shop.clock.set(order.expiresAt());
        shop.orders.expireDue();
        shop.book.pay(shop.startPayment(50, order), "first", shop.clock.instant());
        shop.book.pay(shop.startPayment(51, order), "second", shop.clock.instant());
        var node =
                new Refunding(
                        shop.book.refunds,
                        provider,
                        money -> {
                            if (money.reference().equals("first")) {
                                throw new IllegalStateException("the book contradicts itself");
                            }
                            decide(money);
                        },
                        shop.clock,
                        () -> true);
        shop.clock.advance(Duration.ofSeconds(61));

        var failure = assertThrows(IllegalStateException.class, node::tick);

        assertTrue(failure.getMessage().contains("first"), failure.getMessage());
        assertEquals(OrderStatus.PAID, shop.order(1).status());
    }

    @Test
    void a_provider_that_breaks_the_asking_keeps_no_late_money_undecided() {
        secondPayment();
        provider.meanwhile =
                () -> {
                    throw new IllegalStateException("an answer that nobody expected");
                };
        var order = shop.buy(2, 6, 1);
        shop.clock.set(order.expiresAt());
        shop.orders.expireDue();
        shop.book.pay(shop.startPayment(52, order), "late", shop.clock.instant());
        shop.clock.advance(Duration.ofSeconds(61));

        assertThrows(IllegalStateException.class, refunding::tick);

        assertEquals(OrderStatus.PAID, shop.order(2).status());
        assertEquals(State.ASKED, refund().state());
    }

    private Refunding node(Refunds refunds) {
        return new Refunding(refunds, provider, this::decide, shop.clock, () -> true);
    }

    private void decide(Deposit money) {
        shop.orders.pay(money.payment().orElseThrow(), Optional.of(money.reference()));
    }

    private void secondPayment() {
        var order = shop.buy(1, 5, 1);
        shop.orders.pay(shop.startPayment(50, order));
        shop.orders.pay(shop.startPayment(51, order));
    }

    private void lateMoney() {
        var order = shop.buy(1, 5, 2);
        shop.clock.set(order.expiresAt());
        shop.orders.expireDue();
        shop.book.pay(shop.startPayment(50, order), "late", shop.clock.instant());
    }

    private void tryToTick(Refunding node) {
        shop.clock.advance(SECOND);
        try {
            node.tick();
        } catch (Unavailable away) {
            assertEquals("the hold store is away", away.getMessage());
        }
    }

    private void pass(Duration time) {
        shop.clock.advance(time);
        refunding.tick();
    }

    private Refund refund() {
        var all = shop.book.refunds.findRefunds(Optional.empty(), Optional.empty(), 10);
        assertEquals(1, all.size());
        return all.getFirst();
    }
}
