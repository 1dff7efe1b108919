package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Accounts;
import dev.sluice.port.Accounts.CodeCheck;
import dev.sluice.port.Accounts.Login;
import dev.sluice.port.Accounts.NewBuyer;
import dev.sluice.port.Accounts.Session;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Hash;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What every adapter of accounts must do. The accounts of each test are new.
public interface AccountsContract {

    Accounts accounts();

    /// Closes the store and opens it again; `accounts` answers the new ones.
    void restart();

    @Test
    default void a_buyer_is_found_by_id_and_by_phone() {
        assertTrue(accounts().insertBuyer(newcomer(1)));
        restart();

        var buyer = newcomer(1).buyer();
        assertEquals(Optional.of(buyer), accounts().findBuyer(buyer.id()));
        assertEquals(Optional.of(new Login(buyer, "hash 1")), accounts().findLogin(buyer.phone()));
        assertEquals(Optional.empty(), accounts().findBuyer(buyer(2)));
        assertEquals(Optional.empty(), accounts().findLogin("unknown"));
    }

    @Test
    default void a_phone_has_one_buyer_at_most() {
        var first = newcomer(1);
        var second = new NewBuyer(new Buyer(buyer(2), first.buyer().phone(), "two"), "other");

        assertTrue(accounts().insertBuyer(first));
        assertFalse(accounts().insertBuyer(second));

        assertEquals(Optional.empty(), accounts().findBuyer(buyer(2)));
        assertEquals(
                Optional.of(new Login(first.buyer(), "hash 1")),
                accounts().findLogin(first.buyer().phone()));
    }

    @Test
    default void names_and_phones_are_kept_as_they_are() {
        var texts = List.of("138", "138 ", "A", "a", "á", "王小明", "🧧", "'; --", "\\", "%");
        for (int n = 0; n < texts.size(); n++) {
            var buyer = new Buyer(buyer(n), texts.get(n), texts.get(n) + " 🛒");
            assertTrue(accounts().insertBuyer(new NewBuyer(buyer, "")), texts.get(n));
        }
        for (int n = 0; n < texts.size(); n++) {
            var buyer = new Buyer(buyer(n), texts.get(n), texts.get(n) + " 🛒");
            assertEquals(Optional.of(new Login(buyer, "")), accounts().findLogin(texts.get(n)));
        }
    }

    @Test
    default void of_registrations_of_one_phone_at_once_one_succeeds() throws Exception {
        var done =
                allAtOnce(
                        16,
                        i ->
                                accounts()
                                        .insertBuyer(
                                                new NewBuyer(
                                                        new Buyer(buyer(i), "138", "n"), "h")));

        assertEquals(1, done.stream().filter(yes -> yes).count());
    }

    @Test
    default void a_session_lives_until_it_expires() {
        var session = session(1);
        accounts().insertSession(session);
        restart();

        var token = session.token();
        assertEquals(Optional.of(session), accounts().findSession(token, NOW));
        assertEquals(Optional.of(session), accounts().findSession(token, LATER.minusMillis(1)));
        assertEquals(Optional.empty(), accounts().findSession(token, LATER));
        assertEquals(Optional.empty(), accounts().findSession(session(2).token(), NOW));
    }

    @Test
    default void a_deleted_session_is_never_found_again() {
        accounts().insertSession(session(1));
        accounts().insertSession(session(2));

        accounts().deleteSession(session(1).token());
        accounts().deleteSession(session(3).token());

        assertEquals(Optional.empty(), accounts().findSession(session(1).token(), NOW));
        restart();
        assertEquals(Optional.empty(), accounts().findSession(session(1).token(), NOW));
        assertEquals(Optional.of(session(2)), accounts().findSession(session(2).token(), NOW));
    }

    @Test
    default void a_crowd_can_be_found_and_has_sessions() {
        int size = 25_000;
        var buyers = IntStream.range(0, size).mapToObj(AccountsContract::newcomer).toList();
        var sessions = IntStream.range(0, size).mapToObj(AccountsContract::session).toList();

        accounts().insertCrowd(buyers, sessions);

        for (int n : new int[] {0, 9_999, 10_000, 24_999}) {
            assertEquals(Optional.of(newcomer(n).buyer()), accounts().findBuyer(buyer(n)));
            assertEquals(Optional.of(session(n)), accounts().findSession(session(n).token(), NOW));
        }
    }

    @Test
    default void purging_forgets_what_has_expired_and_nothing_else() {
        var longer = new Session(session(2).token(), buyer(2), LATER.plusMillis(1));
        accounts().insertSession(session(1));
        accounts().insertSession(longer);
        accounts().putCode("138", "1234", LATER);
        accounts().putCode("139", "1234", LATER.plusMillis(1));

        accounts().purge(LATER);

        assertEquals(Optional.empty(), accounts().findSession(session(1).token(), NOW));
        assertEquals(Optional.of(longer), accounts().findSession(longer.token(), LATER));
        assertEquals(CodeCheck.WRONG, accounts().tryCode("138", "1234", NOW));
        assertEquals(CodeCheck.RIGHT, accounts().tryCode("139", "1234", NOW));
    }

    @Test
    default void a_code_is_good_once() {
        accounts().putCode("138", "1234", LATER);
        restart();

        assertEquals(CodeCheck.WRONG, accounts().tryCode("139", "1234", NOW));
        assertEquals(CodeCheck.RIGHT, accounts().tryCode("138", "1234", NOW));
        assertEquals(CodeCheck.WRONG, accounts().tryCode("138", "1234", NOW));
    }

    @Test
    default void a_code_used_by_many_at_once_is_good_for_one() throws Exception {
        accounts().putCode("138", "1234", LATER);

        var checks = allAtOnce(16, i -> accounts().tryCode("138", "1234", NOW));

        assertEquals(1, checks.stream().filter(CodeCheck.RIGHT::equals).count());
    }

    @Test
    default void a_code_bears_four_mistakes_and_not_five() {
        accounts().putCode("138", "1234", LATER);
        accounts().putCode("139", "1234", LATER);
        for (int i = 0; i < 4; i++) {
            assertEquals(CodeCheck.WRONG, accounts().tryCode("138", "0000", NOW));
            assertEquals(CodeCheck.WRONG, accounts().tryCode("139", "0000", NOW));
        }

        assertEquals(CodeCheck.RIGHT, accounts().tryCode("138", "1234", NOW));
        assertEquals(CodeCheck.WRONG, accounts().tryCode("139", "0000", NOW));
        assertEquals(CodeCheck.WRONG, accounts().tryCode("139", "1234", NOW));
    }

    @Test
    default void a_code_expires() {
        accounts().putCode("138", "1234", LATER);

        assertEquals(CodeCheck.WRONG, accounts().tryCode("138", "1234", LATER));
    }

    @Test
    default void a_new_code_replaces_the_old_one_and_its_tries() {
        accounts().putCode("138", "1234", LATER);
        for (int i = 0; i < 4; i++) accounts().tryCode("138", "0000", NOW);
        accounts().putCode("138", "5678", LATER);

        assertEquals(CodeCheck.WRONG, accounts().tryCode("138", "1234", NOW));
        assertEquals(CodeCheck.RIGHT, accounts().tryCode("138", "5678", NOW));
    }

    private static NewBuyer newcomer(int n) {
        return new NewBuyer(new Buyer(buyer(n), "+86 138 " + n, "name " + n), "hash " + n);
    }

    private static Session session(int n) {
        var token = ByteBuffer.allocate(32).putLong(n * 0x9E3779B97F4A7C15L).array();
        return new Session(new Hash(token), buyer(n), LATER);
    }
}
