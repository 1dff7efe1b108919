package dev.sluice.capture;

import dev.sluice.port.Changes.Change;
import dev.sluice.port.Unavailable;
import java.util.Collection;

/// Reads the log of a database, over one connection at a time, from now on.
interface LogReader {

    /// Hears what is read, on the thread that reads.
    interface Listener {

        /// All that is committed from here on will be heard.
        void connected();

        /// The edits of a transaction, after its commit.
        void committed(Collection<Change> edits);
    }

    /// Connects and reads until it is stopped.
    ///
    /// @throws Unavailable when it cannot connect or the connection ends, with a message that tells
    /// an operator what to do where that is known
    void read(Listener listener);

    /// Makes `read` end soon, now and for ever. Called once, from another thread.
    void stop();
}
