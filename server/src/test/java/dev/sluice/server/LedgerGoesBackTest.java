package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.OrderBook;
import dev.sluice.sale.Hash;
import dev.sluice.sale.LedgerHead;
import dev.sluice.server.audit.LedgerHeads;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That a node says so when the ledger under it is cut off or changed at its end.
class LedgerGoesBackTest {

    private static final Logger LOG = Logger.getLogger(LedgerHeads.class.getName());

    @TempDir Path folder;

    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    if (record.getLevel() == Level.SEVERE) errors.add(record.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
    private LedgerHead head = LedgerHead.BEGINNING;

    @BeforeEach
    void listenToTheLog() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void leaveTheLog() {
        LOG.removeHandler(handler);
    }

    @Test
    void a_ledger_that_goes_back_or_changes_its_end_is_an_error_in_the_log() {
        var heads = new LedgerHeads(folder, book(), () -> Instant.EPOCH);

        publish(heads, 7, 1);
        publish(heads, 9, 2);
        assertEquals(List.of(), errors);
        publish(heads, 8, 3);
        assertEquals(1, errors.size());
        assertTrue(errors.getFirst().contains("gone back"), errors::toString);
        publish(heads, 8, 4);

        assertEquals(2, errors.size());
    }

    @Test
    void a_ledger_that_was_cut_off_while_nobody_ran_is_an_error_at_the_next_start() {
        publish(new LedgerHeads(folder, book(), () -> Instant.EPOCH), 7, 1);
        publish(new LedgerHeads(folder, book(), () -> Instant.EPOCH), 9, 2);
        publish(new LedgerHeads(folder, book(), () -> Instant.EPOCH), 9, 2);
        assertEquals(List.of(), errors);

        publish(new LedgerHeads(folder, book(), () -> Instant.EPOCH), 8, 3);

        assertEquals(1, errors.size());
        assertTrue(errors.getFirst().contains("gone back"), errors::toString);
    }

    private void publish(LedgerHeads heads, long sequence, int hash) {
        var bytes = new byte[32];
        bytes[0] = (byte) hash;
        head = new LedgerHead(sequence, new Hash(bytes));
        heads.publish();
    }

    private OrderBook book() {
        return (OrderBook)
                Proxy.newProxyInstance(
                        OrderBook.class.getClassLoader(),
                        new Class<?>[] {OrderBook.class},
                        (_, _, _) -> head);
    }
}
