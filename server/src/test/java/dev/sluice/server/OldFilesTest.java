package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.audit.AuditCommand;
import dev.sluice.server.config.StartFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Somebody puts one file of a backup back and leaves the other.
class OldFilesTest extends AdminTest {

    @TempDir Path backup;

    /// A backup is made after the first two units, and two more are sold after it.
    private String sellAroundABackup() throws IOException {
        var offer = openOffer(10);
        sell(offer, 2);
        stopSluice();
        for (var name : List.of("book.db", "claims.db")) {
            Files.copy(folder.resolve(name), backup.resolve(name));
        }
        startSluice();
        sell(offer, 2);
        stopSluice();
        return offer;
    }

    @Test
    void an_older_book_beside_newer_claims_is_refused_with_words() throws IOException {
        sellAroundABackup();
        putBack("book.db");

        for (int i = 0; i < 2; i++) {
            var failure = assertThrows(StartFailure.class, this::startSluice);
            var words = failure.getMessage();
            assertTrue(words.contains("book.db is older than claims.db"), words);
            assertTrue(words.contains("same backup"), words);
            assertEquals(1, words.lines().count());
        }

        putBack("claims.db");
        startSluice();
    }

    /// Claims that the log forgot are orders in the book, and the book has the last word.
    @Test
    void older_claims_beside_a_newer_book_sell_nothing_twice_and_an_audit_tells() throws Exception {
        var offer = sellAroundABackup();
        putBack("claims.db");

        startSluice();
        sell(offer, 6);
        var audit = operator().get("/admin/offers/" + offer + "/audit").is(200);
        assertEquals(10, audit.number("unpaid"));
        assertEquals(0, audit.number("free"));
        stopSluice();

        var bytes = new ByteArrayOutputStream();
        var options = List.of("--data", folder.toString());
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        assertEquals(1, AuditCommand.run(options, Map.of(), out));
        var text = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("and was never logged"), text);
    }

    private void putBack(String name) throws IOException {
        Files.copy(backup.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
}
