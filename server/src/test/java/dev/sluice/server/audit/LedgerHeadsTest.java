package dev.sluice.server.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.config.StartFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That what the chain cannot show by itself shows against the heads that were published.
class LedgerHeadsTest extends AdminTest {

    @TempDir Path elsewhere;

    private record Result(int code, String text) {}

    private Result audit(String... more) {
        var bytes = new ByteArrayOutputStream();
        var options = Stream.concat(Stream.of("--data", folder.toString()), Stream.of(more));
        int code =
                AuditCommand.run(options.toList(), Map.of(), new PrintStream(bytes, true, UTF_8));
        return new Result(code, bytes.toString(UTF_8));
    }

    /// Two units are sold, published, and one that is never sold is noted last.
    private void sellAndStop() {
        var offer = openOffer(5);
        sell(offer, 2);
        sluice.engine().ports().book().noteCorrection(offerId(offer), 1, clock.instant());
        stopSluice();
        assertEquals(0, audit().code, () -> audit().text);
    }

    @Test
    void a_last_movement_on_which_nothing_depends_cannot_be_cut_off() throws Exception {
        sellAndStop();

        execute("delete from movements where why = 'CORRECTED'");

        var found = audit();
        assertEquals(1, found.code, found.text);
        assertTrue(found.text.contains("was published"), found.text);
    }

    /// Without the sale there is nothing left that could contradict itself.
    @Test
    void a_book_that_was_emptied_altogether_is_found() throws Exception {
        sellAndStop();

        for (var table : List.of("movements", "orders", "offers", "sales")) {
            execute("delete from " + table);
        }

        assertTrue(audit().text.contains("the ledger ends with movement 0"), audit().text);
    }

    @Test
    void heads_that_were_kept_elsewhere_speak_against_those_in_the_folder() throws Exception {
        sellAndStop();
        for (var name : List.of("ledger-heads", "audit-key.pub")) {
            Files.copy(folder.resolve(name), elsewhere.resolve(name));
        }
        execute("delete from movements where why = 'CORRECTED'");
        Files.delete(folder.resolve("ledger-heads"));
        assertEquals(0, audit().code, "nobody in the folder knows better");

        var heads = elsewhere.resolve("ledger-heads").toString();
        var key = elsewhere.resolve("audit-key.pub").toString();
        var found = audit("--heads", heads, "--key=" + key);

        assertEquals(1, found.code, found.text);
        assertTrue(found.text.contains("was published"), found.text);
        assertThrows(StartFailure.class, () -> audit("--heads", heads));
        assertThrows(StartFailure.class, () -> audit("--heads", heads, "--key", heads));
    }

    @Test
    void a_head_that_was_written_by_another_hand_is_found() throws IOException {
        sellAndStop();
        var file = folder.resolve("ledger-heads");
        var lines = Files.readAllLines(file);

        Files.writeString(file, lines.getLast().replaceFirst("^\\d+", "1") + "\n");

        var found = audit();
        assertEquals(1, found.code, found.text);
        assertTrue(found.text.contains("no head that this key has signed"), found.text);
    }

    @Test
    void a_line_that_a_crash_left_unfinished_accuses_nobody_and_the_next_stands_alone()
            throws IOException {
        sellAndStop();
        var file = folder.resolve("ledger-heads");
        var whole = Files.readString(file);
        Files.writeString(file, whole.substring(0, whole.length() - 20));
        assertEquals(0, audit().code, () -> audit().text);

        startSluice();
        stopSluice();

        assertEquals(0, audit().code, () -> audit().text);
        var last = Files.readAllLines(file).getLast();
        assertTrue(PublishedHead.parse(last).isPresent(), last);
    }

    @Test
    void the_key_is_for_its_owner_only_stays_and_is_not_in_the_database() throws IOException {
        var key = folder.resolve("audit-key");
        var first = Files.readString(key);
        restartSluice();

        assertEquals(first, Files.readString(key));
        var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(key));
        assertEquals("rw-------", mode);
        stopSluice();
        var book = new String(Files.readAllBytes(folder.resolve("book.db")), UTF_8);
        assertFalse(book.contains(first.strip()));
    }

    @Test
    void heads_are_published_while_the_ledger_moves_and_only_then() throws IOException {
        var offer = openOffer(5);
        var file = folder.resolve("ledger-heads");
        await(() -> Files.exists(file));
        sell(offer, 1);
        stopSluice();
        var lines = Files.readAllLines(file);
        startSluice();
        stopSluice();

        assertTrue(lines.getLast().startsWith("2 "), lines::toString);
        var again = Files.readAllLines(file);
        assertEquals(lines.getLast().split(" ")[1], again.getLast().split(" ")[1]);
    }

    private void execute(String sql) throws Exception {
        var file = folder.resolve("book.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            assertTrue(statement.executeUpdate(sql) > 0, sql);
        }
    }
}
