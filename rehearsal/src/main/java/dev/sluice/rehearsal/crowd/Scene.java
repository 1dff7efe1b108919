package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Client;
import dev.sluice.rehearsal.scenario.Scenario;
import java.util.function.LongConsumer;

/// What all buyers of a crowd share. Belongs to the event loop's thread.
///
/// @param oneLeft is run when a buyer has left for good
record Scene(
        Scenario scenario,
        Stage stage,
        Client client,
        Agenda agenda,
        Recorder recorder,
        Told told,
        Loot loot,
        Solver solver,
        Hours hours,
        Runnable oneLeft) {

    /// The moments of a sale on the clock of this process.
    ///
    /// @param ends when whoever is still there is sent away
    record Hours(long opens, long closes, long ends) {}

    long now() {
        return client.now();
    }

    void at(long nanos, LongConsumer action) {
        agenda.at(nanos, action);
    }

    void odd(Oddity.Kind kind, String what) {
        recorder.odd(kind, now(), what);
    }
}
