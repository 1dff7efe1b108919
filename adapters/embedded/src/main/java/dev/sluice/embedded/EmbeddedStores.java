package dev.sluice.embedded;

import dev.sluice.id.ClaimId;
import dev.sluice.port.Unavailable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;

/// The hold store and the claim queue of one process, over the files in a folder.
///
/// One process at a time has the folder; a second one is refused at once, since each would sell the
/// same units. [#checkpoint] is to be called about once a second by a duty loop.
public final class EmbeddedStores implements AutoCloseable {

    private static final String LOCK_NAME = "claims.lock";

    private final FileChannel folderLock;
    private final ClaimLog log;
    private final EmbeddedClaimQueue queue;
    private final EmbeddedHoldStore holds;

    /// Opens the folder, which is made if it is not there, and reads back what is not settled.
    public EmbeddedStores(Path folder, EmbeddedConfig config, InstantSource clock) {
        this(
                folder,
                config,
                clock,
                () -> ClaimFile.open(folder.resolve(ClaimFile.NAME), config.timeout()));
    }

    EmbeddedStores(
            Path folder, EmbeddedConfig config, InstantSource clock, ClaimLog.Opener opener) {
        folderLock = lock(folder);
        ClaimLog opened = null;
        try {
            opened = new ClaimLog(opener, config.timeout());
            log = opened;
            queue = new EmbeddedClaimQueue(log, clock);
            holds = new EmbeddedHoldStore(log, queue.backlog(), config.backlogMax());
        } catch (RuntimeException e) {
            if (opened != null) opened.close();
            unlock();
            throw e;
        }
    }

    public EmbeddedHoldStore holds() {
        return holds;
    }

    public EmbeddedClaimQueue queue() {
        return queue;
    }

    /// The newest claims that were acknowledged, newest first. Each of them was settled before, so
    /// an order book that does not know one is older than this folder's claims.
    public List<ClaimId> lastAcknowledged(int max) {
        return log.findAcknowledged(max);
    }

    /// Writes down what was acknowledged, and finds out what became of claims whose commit failed.
    public void checkpoint() {
        holds.checkpoint();
        queue.checkpoint();
        log.fold();
    }

    @Override
    public void close() {
        try {
            checkpoint();
        } catch (Unavailable e) {
            // Nothing is lost: what was acknowledged is delivered once more at the next start.
            System.getLogger(EmbeddedStores.class.getName())
                    .log(System.Logger.Level.WARNING, "the last checkpoint failed", e);
        } finally {
            log.close();
            unlock();
        }
    }

    private static FileChannel lock(Path folder) {
        try {
            Files.createDirectories(folder);
            var channel =
                    FileChannel.open(
                            folder.resolve(LOCK_NAME),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (isLocked(channel)) return channel;
            channel.close();
        } catch (IOException e) {
            throw new Unavailable("cannot open " + folder, e);
        }
        throw new IllegalStateException("another process has " + folder);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private void unlock() {
        try {
            folderLock.close();
        } catch (IOException e) {
            throw new Unavailable("cannot let go of the folder", e);
        }
    }
}
