package dev.sluice.embedded;

import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;

/// Reads every claim that was ever held in a folder, for an audit: of a copy, of the files of a
/// process that has ended, or of one that runs. It changes nothing.
public final class ClaimLogReader implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final String FIND_ALL =
            "select "
                    + ClaimFile.CLAIM_COLUMNS
                    + ", claims.sequence <= cursors.acknowledged,"
                    + " delayed.sequence is not null, parked.sequence is not null"
                    + " from claims cross join cursors"
                    + " left join delayed on delayed.sequence = claims.sequence"
                    + " left join parked on parked.sequence = claims.sequence"
                    + " order by claims.sequence";

    /// What the log knows of a claim. One that is queued may have been settled since: the log hears
    /// of it later than the order book.
    public enum Place {
        QUEUED,
        ACKNOWLEDGED,
        DELAYED,
        PARKED
    }

    public record Logged(Claim claim, long sequence, Place place) {}

    private final Connection connection;

    /// @param folder the folder of an [EmbeddedStores]
    public ClaimLogReader(Path folder) {
        try {
            connection = ClaimFile.openToRead(folder.resolve(ClaimFile.NAME), TIMEOUT);
        } catch (SQLException e) {
            throw new Unavailable("claim log: " + e.getMessage(), e);
        }
    }

    /// All claims in the order of their sequences, as of one moment.
    public void forEach(Consumer<Logged> each) {
        try (var statement = connection.prepareStatement(FIND_ALL);
                var row = statement.executeQuery()) {
            while (row.next()) {
                each.accept(new Logged(ClaimFile.claim(row), row.getLong(1), place(row)));
            }
        } catch (SQLException e) {
            throw new Unavailable("claim log: " + e.getMessage(), e);
        }
    }

    private static Place place(ResultSet row) throws SQLException {
        if (row.getBoolean(9)) return Place.PARKED;
        if (row.getBoolean(8)) return Place.DELAYED;
        return row.getBoolean(7) ? Place.ACKNOWLEDGED : Place.QUEUED;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new Unavailable("claim log: " + e.getMessage(), e);
        }
    }
}
