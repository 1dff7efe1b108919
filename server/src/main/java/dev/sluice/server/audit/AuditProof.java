package dev.sluice.server.audit;

import dev.sluice.embedded.ClaimLogReader;
import dev.sluice.server.json.JsonOut;
import dev.sluice.sql.audit.LedgerReplay;
import dev.sluice.sql.audit.LedgerReplay.OfferResult;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.book.SettledClaims;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/// What an audit of a folder found out. Nothing is borrowed from the engine: the ledger is replayed
/// with arithmetic of its own, and the log of claims is a second witness.
///
/// A server may be running meanwhile, so the files are read in an order in which nothing true can
/// look false: first the log, then the book, then once more the log. What the log had acknowledged
/// at first must be settled in the book, and what the book has settled must be in the log at last.
///
/// @param heads how many published heads of the ledger it was compared with
record AuditProof(
        long claims,
        LedgerReplay.Result ledger,
        int heads,
        List<Line> offers,
        List<String> findings) {

    /// One offer: where its units are, as far as the files tell.
    ///
    /// @param held units of claims that are logged and not settled
    record Line(OfferResult ledger, long held, boolean proven) {

        long free() {
            return ledger.available() - held;
        }
    }

    private static final String ROW = "%-13s %10s %10s %10s %10s %10s %10s %10s  %s%n";

    static AuditProof of(Path data, HeadsWitness heads) {
        var book = data.resolve("book.db");
        var witness = new ClaimWitness();
        try (var log = new ClaimLogReader(data)) {
            log.forEach(logged -> witness.logged(logged.claim().hold(), logged.place()));
            var ledger = heads.and(LedgerReplay.of(book, heads.heads()));
            SettledClaims.forEach(book, witness::settled);
            log.forEach(logged -> witness.loggedLater(logged.claim().hold()));
            witness.judge(SettledClaims.limits(book), ledger);
            return witness.proof(ledger, heads.heads().size());
        }
    }

    /// The same of an order book that many nodes share. What is queued there, nobody else has
    /// written down, so the book stands for itself.
    static AuditProof of(Database database, HeadsWitness heads) {
        var witness = new ClaimWitness();
        var ledger = heads.and(LedgerReplay.of(database, heads.heads()));
        SettledClaims.forEach(database, witness::settled);
        witness.believeTheBook();
        witness.judge(SettledClaims.limits(database), ledger);
        return witness.proof(ledger, heads.heads().size());
    }

    /// A table and a verdict for people.
    void print(PrintStream out) {
        out.printf(
                ROW, "offer", "stock", "paid", "unpaid", "held", "free", "orders", "lost",
                "verdict");
        for (var line : offers) {
            var units = line.ledger;
            out.printf(
                    ROW,
                    units.offer(),
                    units.stock(),
                    units.paid(),
                    units.unpaid(),
                    line.held,
                    line.free(),
                    units.orders(),
                    units.lost(),
                    line.proven ? "ok" : "WRONG");
        }
        out.printf(
                "%d movements, %d claims, ledger head %s%n",
                ledger.movements(), claims, ledger.head());
        if (ledger.unsealed() > 0) {
            out.printf(
                    "%d movements of an earlier version do not cover what their orders say.%n",
                    ledger.unsealed());
        }
        out.println(
                heads > 0
                        ? "Compared with %d published heads of the ledger.".formatted(heads)
                        : "Compared with no published head: a ledger that was recomputed, or cut"
                                + " off at its end, would not show. See --heads.");
        for (var finding : findings) out.println("difference: " + finding);
        if (findings.isEmpty()) {
            out.println(
                    "proven: nothing oversold, nothing lost, each claim ended once or is waiting.");
        } else {
            out.printf("disproven: %d differences.%n", findings.size());
        }
    }

    byte[] json() {
        return JsonOut.object(out ->
                out.flag("proven", findings.isEmpty())
                        .number("movements", ledger.movements())
                        .number("claims", claims)
                        .number("unsealed", ledger.unsealed())
                        .number("heads", heads)
                        .text("ledgerHead", ledger.head())
                        .list("offers", offers, AuditProof::write)
                        .texts("findings", findings));
    }

    private static void write(JsonOut out, Line line) {
        var units = line.ledger;
        out.text("offerId", units.offer())
                .number("stock", units.stock())
                .number("paid", units.paid())
                .number("unpaid", units.unpaid())
                .number("held", line.held)
                .number("free", line.free())
                .number("orders", units.orders())
                .number("lost", units.lost())
                .flag("proven", line.proven);
    }
}
