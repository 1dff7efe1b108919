package dev.sluice.sql.base;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.port.Unavailable;
import dev.sluice.sql.ServerFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Connections, transactions, locks and failures of a shared database.
interface SharedDatabaseContract extends ServerFixture {

    String PUT = "insert into shared_values (name, value) values ('a', 'b') on conflict do nothing";

    String COUNT = "select count(*) from shared_values";

    @Test
    default void a_reader_sees_one_state_throughout() {
        var counts =
                database()
                        .read(link -> {
                            int before = link.find(COUNT, row -> row.getInt(1)).orElseThrow();
                            database().write(writer -> writer.update(PUT));
                            int after = link.find(COUNT, row -> row.getInt(1)).orElseThrow();
                            return before + " " + after;
                        });

        assertEquals("0 0", counts);
        assertEquals(1, count());
    }

    @Test
    default void a_reader_cannot_write() {
        assertThrows(Unavailable.class, () -> database().read(link -> link.update(PUT)));
        assertEquals(0, count());
    }

    @Test
    default void an_exception_in_the_middle_leaves_nothing_behind() {
        assertThrows(
                ArithmeticException.class,
                () ->
                        database()
                                .write(link -> {
                                    link.update(PUT);
                                    throw new ArithmeticException("in the middle");
                                }));
        assertEquals(0, count());
        database().write(link -> link.update(PUT));
        assertEquals(1, count());
    }

    @Test
    default void a_broken_constraint_is_a_mistake_and_not_an_outage() {
        publish(5);

        assertThrows(IllegalStateException.class, () -> catalogue().insertProduct(product(1)));
        assertThrows(
                IllegalStateException.class,
                () -> database().write(link -> link.update("update offers set unpaid = 6")));
        assertThrows(
                IllegalStateException.class,
                () -> database().write(link -> link.update("update offers set nothing = 6")));
    }

    /// As it is while somebody restores a table, which may take minutes.
    @Test
    default void a_table_that_is_not_there_is_an_outage_and_no_claim_is_to_blame() {
        publish(5);
        database().writeAside(link -> link.update("alter table orders rename to orders_away"));
        try {
            assertThrows(Unavailable.class, () -> book().settle(List.of(order(1, 1))));
            assertThrows(Unavailable.class, () -> book().findOrder(orderId(1)));
        } finally {
            database().writeAside(link -> link.update("alter table orders_away rename to orders"));
        }
        assertEquals(1, book().settle(List.of(order(1, 1))).size());
    }

    @Test
    default void a_closed_database_is_unavailable() {
        database().close();

        assertThrows(Unavailable.class, () -> book().findOrder(orderId(1)));
        assertThrows(Unavailable.class, () -> database().write(link -> link.update(PUT)));
    }

    @Test
    default void a_statement_that_takes_too_long_is_ended() {
        try (var hasty = hasty()) {
            assertThrows(
                    Unavailable.class, () -> hasty.read(link -> link.find(sleep(), r -> true)));
            eventually(() -> count(hasty) == 0);
        }
    }

    @Test
    default void whoever_holds_the_book_too_long_makes_it_unavailable_for_that_time()
            throws Exception {
        try (var hasty = hasty();
                var other = connect(name())) {
            lockBook(other);

            Soon.returns(
                    "an answer while somebody holds the book",
                    () ->
                            assertThrows(
                                    Unavailable.class,
                                    () -> hasty.write(link -> link.update(PUT))));
            other.rollback();

            assertEquals(0, count());
            eventually(() -> put(hasty) >= 0);
            assertEquals(1, count());
        }
    }

    @Test
    default void what_needs_no_order_does_not_wait_for_the_book() throws Exception {
        publish(5);
        book().settle(orders(1, 3));
        try (var other = connect(name())) {
            lockBook(other);

            assertEquals(1, (int) database().<Integer>writeAside(link -> link.update(PUT)));
            book().insertPayment(payment(1, orderId(1)));
            book().refusePayment(paymentId(1));
            assertEquals(List.of(), book().expire(DEADLINE.minusMillis(1), 10));
            assertEquals("5 2 0", counts(OFFER));
        }
    }

    @Test
    default void writers_of_two_nodes_follow_each_other() throws Exception {
        var order = new StringBuffer();
        var inside = new CountDownLatch(1);
        try (var node = SharedDatabase.open(config(name()))) {
            allAtOnce(
                    2,
                    i ->
                            i == 0
                                    ? database()
                                            .write(link -> {
                                                inside.countDown();
                                                link.update(PUT);
                                                order.append("first ");
                                                return link.find(COUNT, row -> row.getInt(1));
                                            })
                                    : second(node, inside, order));
        }

        assertEquals("first second", order.toString());
    }

    private Optional<Integer> second(
            SharedDatabase node, CountDownLatch inside, StringBuffer order) {
        try {
            inside.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return node.write(link -> {
            assertEquals(Optional.of(1), link.find(COUNT, row -> row.getInt(1)));
            order.append("second");
            return Optional.of(1);
        });
    }

    @Test
    default void a_deadlock_is_resolved_and_both_get_through() throws Exception {
        database()
                .writeAside(link -> {
                    link.update("insert into shared_values (name, value) values ('x', '')");
                    return link.update("insert into shared_values (name, value) values ('y', '')");
                });
        var runs = new AtomicInteger();
        var bothHaveOne = new CountDownLatch(2);
        var oneIsThrough = new CountDownLatch(1);

        allAtOnce(
                2,
                i -> {
                    try {
                        return database()
                                .writeAside(link -> {
                                    // Else it might take again what the other has not got yet.
                                    if (runs.incrementAndGet() > 2) await(oneIsThrough);
                                    touch(link, i == 0 ? "x" : "y");
                                    bothHaveOne.countDown();
                                    await(bothHaveOne);
                                    return touch(link, i == 0 ? "y" : "x");
                                });
                    } finally {
                        oneIsThrough.countDown();
                    }
                });

        assertEquals(3, runs.get());
        assertEquals(List.of("!!", "!!"), ask("select value from shared_values"));
    }

    @Test
    default void connections_that_the_server_ended_are_replaced() throws Exception {
        put(database());
        useAllConnections();
        disconnectAll();

        assertEquals(1, count());
        assertEquals(0, put(database()));
        allAtOnce(8, i -> count() + put(database()));
    }

    @Test
    default void a_connection_that_dies_in_a_transaction_takes_it_back_and_frees_the_book()
            throws Exception {
        var failure =
                assertThrows(
                        Unavailable.class,
                        () ->
                                database()
                                        .write(link -> {
                                            link.update(PUT);
                                            disconnect();
                                            return link.update("delete from shared_values");
                                        }));

        assertTrue(failure.getMessage().contains(name()), failure.getMessage());
        eventually(() -> count() == 0);
        eventually(() -> put(database()) == 1);
    }

    @Test
    default void three_nodes_on_an_empty_database_migrate_it_once() throws Exception {
        var name = name() + "_new";
        create(name);

        allAtOnce(
                3,
                i -> {
                    try (var node = SharedDatabase.open(config(name))) {
                        return count(node);
                    }
                });

        try (var node = SharedDatabase.open(config(name))) {
            var versions = "select version from schema_version order by version";
            assertEquals(
                    Migrations.versions(),
                    node.read(link -> link.list(versions, row -> row.getString(1))));
            var cursors = "select count(*) from buyer_orders_cursor";
            assertEquals(
                    Optional.of(1), node.read(link -> link.find(cursors, row -> row.getInt(1))));
        }
        drop(name);
    }

    @Test
    default void a_newer_schema_is_refused() throws Exception {
        ask("insert into schema_version (version) values (99)");
        try {
            var refusal =
                    assertThrows(
                            IllegalStateException.class, () -> SharedDatabase.open(config(name())));

            assertTrue(refusal.getMessage().contains("schema version 99"), refusal.getMessage());
        } finally {
            ask("delete from schema_version where version = 99");
        }
    }

    @Test
    default void what_is_not_there_is_told_without_the_password() {
        var missing = config("no_such_database");
        var secret = new SqlConfig(missing.url(), "nobody", "the secret");

        for (var config : List.of(missing, secret)) {
            var failure = assertThrows(Unavailable.class, () -> SharedDatabase.open(config));
            assertTrue(failure.getMessage().contains("no_such_database"), failure.getMessage());
            assertFalse(failure.getMessage().contains("the secret"), failure.getMessage());
        }
    }

    @Test
    default void how_long_a_pool_waits_holds_for_no_other_connection_of_the_process() {
        hasty().close();
        assertEquals(0, DriverManager.getLoginTimeout(), "nobody has said anything to all");
    }

    /// Waits a second at most, also for its first connections, which a busy server may not have
    /// ready in that time.
    private SharedDatabase hasty() {
        var config = config(name()).withTimeout(Duration.ofSeconds(1));
        var opened = new AtomicReference<SharedDatabase>();
        eventually(() -> {
            opened.set(SharedDatabase.open(config));
            return true;
        });
        return opened.get();
    }

    private int count() {
        return count(database());
    }

    private static int count(SharedDatabase database) {
        return database.read(link -> link.find(COUNT, row -> row.getInt(1)).orElseThrow());
    }

    private static int put(SharedDatabase database) {
        return database.write(link -> link.update(PUT));
    }

    /// All at the same time, so that none is just being made.
    private void useAllConnections() throws Exception {
        int all = SqlConfig.POOL_SIZE;
        var reading = new CountDownLatch(all);
        var writing = new CountDownLatch(all);
        allAtOnce(all, i -> database().read(link -> useWithOthers(link, reading)));
        allAtOnce(all, i -> database().writeAside(link -> useWithOthers(link, writing)));
    }

    private static int useWithOthers(Link link, CountDownLatch users) throws SQLException {
        int count = link.find(COUNT, row -> row.getInt(1)).orElseThrow();
        users.countDown();
        await(users);
        return count;
    }

    private static void lockBook(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        connection.createStatement().executeQuery("select lock_id from book_lock for update");
    }

    private static int touch(Link link, String name) throws SQLException {
        var touch = "update shared_values set value = concat(value, '!') where name = ?";
        return link.update(touch, name);
    }

    private void disconnect() {
        try {
            disconnectAll();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Tries until it is so; what is `Unavailable` may be asked again.
    private static void eventually(BooleanSupplier condition) {
        Soon.until("what the test waits for", () -> isSo(condition));
    }

    private static boolean isSo(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (Unavailable e) {
            return false;
        }
    }
}
