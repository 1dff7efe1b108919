package dev.sluice.port;

import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import java.util.function.Consumer;

/// Edits of the catalogue, whoever made them, read from the log of the database. Kept by
/// `ChangesContract`.
///
/// - A committed change of a title, price, text or picture is told within two seconds.
/// - A change may be told more than once, and a bulk of them as [Change.Any].
/// - Changes of counts alone, which settlement makes all the time, are not told.
/// - When the connection is lost it is made anew, and [Change.Any] is told, since something may
///   have been missed.
public interface Changes extends AutoCloseable {

    sealed interface Change {
        record SaleEdited(SaleId sale) implements Change {}

        record ProductEdited(ProductId product) implements Change {}

        /// Anything may have changed.
        record Any() implements Change {}
    }

    /// Follows the log until it is closed, and tells the subscriber on a thread of its own. It
    /// returns at once and does not fail: a log that cannot be read is tried again and again.
    void follow(Consumer<Change> subscriber);

    @Override
    void close();
}
