package dev.sluice.capture;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.postgresql.PGConnection;
import org.postgresql.replication.PGReplicationStream;

/// Reads the log of PostgreSQL from its present end on, through a slot that goes with the
/// connection.
///
/// There are two connections: the server is silent on the one with the log while nobody edits, so
/// the other, which serves for statements, is asked now and then whether the server is alive.
final class PostgresReader implements LogReader {

    private static final System.Logger LOG = System.getLogger(PostgresReader.class.getName());
    private static final int STATUS_SECONDS = 5;
    private static final int POLL_MILLIS = 20;
    private static final int POLLS_BETWEEN_PROBES = 50;
    private static final int PROBE_SECONDS_MAX = 5;

    private final CaptureConfig config;
    private final PostgresServer server;
    private final RandomGenerator random;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Connection log;

    PostgresReader(CaptureConfig config, RandomGenerator random) {
        this.config = config;
        this.server = new PostgresServer(config);
        this.random = random;
    }

    @Override
    public void read(Listener listener) {
        try (var statements = server.connect()) {
            server.prepare(statements);
            log = server.connectToLog();
            try {
                if (stopped.getCount() > 0) readLog(statements, listener);
            } finally {
                abort();
            }
        } catch (SQLException e) {
            if (stopped.getCount() > 0) throw server.fault(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() {
        stopped.countDown();
        abort();
    }

    /// The offers are read after the slot is there, and everyone is told to look after that: what
    /// happens in between is seen by both, or comes through the slot.
    private void readLog(Connection statements, Listener listener)
            throws SQLException, InterruptedException {
        var stream = openSlot();
        var offers = new OfferMemory();
        offers.readNewest(statements, config.schema());
        var output = new PgOutput(config.schema(), offers, listener);
        listener.connected();
        int polls = 0;
        do {
            if (readPending(stream, output) || ++polls < POLLS_BETWEEN_PROBES) continue;
            polls = 0;
            probe(statements);
        } while (!stopped.await(POLL_MILLIS, MILLISECONDS));
    }

    private PGReplicationStream openSlot() throws SQLException {
        var slot = "sluice_" + Long.toHexString(random.nextLong());
        var replication = log.unwrap(PGConnection.class).getReplicationAPI();
        replication
                .createReplicationSlot()
                .logical()
                .withSlotName(slot)
                .withOutputPlugin("pgoutput")
                .withTemporaryOption()
                .make();
        return replication
                .replicationStream()
                .logical()
                .withSlotName(slot)
                .withSlotOption("proto_version", 1)
                .withSlotOption("publication_names", PostgresServer.quoted(server.publication()))
                .withStatusInterval(STATUS_SECONDS, SECONDS)
                .start();
    }

    /// All that has arrived. What is read is done with, so the server need not keep it.
    ///
    /// @return whether anything had
    private boolean readPending(PGReplicationStream stream, PgOutput output) throws SQLException {
        var message = stream.readPending();
        boolean any = message != null;
        while (message != null && stopped.getCount() > 0) {
            output.hear(message);
            message = stream.readPending();
        }
        stream.setFlushedLSN(stream.getLastReceiveLSN());
        stream.setAppliedLSN(stream.getLastReceiveLSN());
        return any;
    }

    private static void probe(Connection statements) throws SQLException {
        if (!statements.isValid(PROBE_SECONDS_MAX)) {
            throw new Unavailable("the database does not answer", null);
        }
    }

    /// Without a word to the server, which may not be listening.
    private void abort() {
        var opened = log;
        if (opened == null) return;
        try {
            opened.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "closing", e);
        }
    }
}
