package dev.sluice.server.audit;

import dev.sluice.port.OrderBook;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.LedgerHead;
import dev.sluice.server.audit.PublishedHead.Publication;
import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Publishes the head of the ledger, signed, outside of the database: a line in the file
/// `ledger-heads` whenever the ledger has moved, and the newest in the log now and then. Who
/// changes the database afterwards, and computes its chain anew or cuts it off, contradicts them.
///
/// What an earlier run has published counts: a ledger that was cut off while nobody ran is met by
/// the next start.
///
/// A duty calls [#publish] once a second; closing publishes the last head.
public final class LedgerHeads implements AutoCloseable {

    public static final String NAME = "ledger-heads";

    /// What came before, when the file has become too long.
    public static final String EARLIER_NAME = "ledger-heads.1";

    private static final long FILE_MAX = 32L << 20;
    private static final int TAIL_MAX = 4_096;
    private static final Duration LOG_EVERY = Duration.ofMinutes(1);
    private static final Logger LOG = System.getLogger(LedgerHeads.class.getName());

    private final Path folder;
    private final AuditKey key;
    private final OrderBook book;
    private final InstantSource clock;
    // Guarded by this object.
    private LedgerHead last;
    private boolean hasAppended;
    private Instant logged = Instant.MIN;

    public LedgerHeads(Path folder, OrderBook book, InstantSource clock) {
        this.folder = folder;
        this.key = AuditKey.open(folder);
        this.book = book;
        this.clock = clock;
        this.last = lastOf(folder.resolve(NAME));
    }

    /// The newest whole line of the file.
    private static LedgerHead lastOf(Path file) {
        if (!Files.exists(file)) return LedgerHead.BEGINNING;
        try (var in = Files.newInputStream(file)) {
            in.skipNBytes(Math.max(0, Files.size(file) - TAIL_MAX));
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .flatMap(line -> PublishedHead.parse(line).stream())
                    .reduce((_, newer) -> newer)
                    .map(newest -> newest.publication().head())
                    .orElse(LedgerHead.BEGINNING);
        } catch (IOException e) {
            throw new StartFailure("The file %s cannot be read.".formatted(file));
        }
    }

    public synchronized void publish() {
        var head = book.head();
        if (head.equals(last)) return;
        if (head.sequence() <= last.sequence()) {
            LOG.log(
                    Level.ERROR,
                    "The ledger has gone back from movement {0} to {1}: it was cut off or changed."
                            + " See: sluice audit",
                    last.sequence(),
                    head.sequence());
        }
        var now = clock.instant();
        var signed = key.sign(new Publication(head, now));
        try {
            append(signed.line() + "\n");
        } catch (IOException e) {
            throw new Unavailable("cannot write " + folder.resolve(NAME), e);
        }
        last = head;
        if (logged.plus(LOG_EVERY).isAfter(now)) return;
        LOG.log(Level.INFO, "Ledger head {0}", signed.line());
        logged = now;
    }

    /// The movement that was published last, 0 before the first.
    public synchronized long sequence() {
        return last.sequence();
    }

    @Override
    public void close() {
        try {
            publish();
        } catch (Unavailable e) {
            LOG.log(Level.WARNING, "The last head of the ledger was not published", e);
        }
    }

    private void append(String line) throws IOException {
        var file = folder.resolve(NAME);
        if (Files.exists(file) && Files.size(file) > FILE_MAX) {
            Files.move(file, folder.resolve(EARLIER_NAME), StandardCopyOption.REPLACE_EXISTING);
        }
        // A line of its own, also after one that a crash left unfinished.
        var text = hasAppended ? line : "\n" + line;
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        hasAppended = true;
    }
}
