package dev.sluice.server.audit;

import dev.sluice.sale.LedgerHead;
import dev.sluice.server.config.StartFailure;
import dev.sluice.sql.audit.LedgerReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;

/// Heads of the ledger that were published, as a witness of an audit. They must be read before the
/// ledger is, which may be growing.
///
/// @param heads those whose signature is good
/// @param findings lines that are not what they should be
record HeadsWitness(List<LedgerHead> heads, List<String> findings) {

    private static final int FINDINGS_MAX = 20;

    static final HeadsWitness NONE = new HeadsWitness(List.of(), List.of());

    /// Those in a data folder; none in a folder of an earlier version.
    static HeadsWitness ofFolder(Path data) {
        var files = new ArrayList<Path>();
        for (var name : List.of(LedgerHeads.EARLIER_NAME, LedgerHeads.NAME)) {
            var file = data.resolve(name);
            if (Files.exists(file)) files.add(file);
        }
        if (files.isEmpty()) return NONE;
        return of(files, AuditKey.readPublic(data.resolve(AuditKey.PUBLIC_NAME)));
    }

    static HeadsWitness of(List<Path> files, PublicKey key) {
        var heads = new ArrayList<LedgerHead>();
        var findings = new ArrayList<String>();
        for (var file : files) {
            var lines = lines(file);
            for (int i = 0; i < lines.size(); i++) {
                // A crash may leave half a line, which says nothing.
                var head = PublishedHead.parse(lines.get(i));
                if (head.isEmpty()) continue;
                if (AuditKey.isSigned(head.get(), key)) {
                    heads.add(head.get().publication().head());
                } else if (findings.size() < FINDINGS_MAX) {
                    var place = "line %d of %s".formatted(i + 1, file.getFileName());
                    findings.add(place + " is no head that this key has signed");
                }
            }
        }
        return new HeadsWitness(heads, findings);
    }

    /// The result with these findings as well.
    LedgerReplay.Result and(LedgerReplay.Result ledger) {
        var all = new ArrayList<>(ledger.findings());
        all.addAll(findings);
        return new LedgerReplay.Result(
                ledger.movements(),
                ledger.unsealed(),
                ledger.head(),
                ledger.offers(),
                List.copyOf(all));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new StartFailure("The file %s cannot be read.".formatted(file));
        }
    }
}
