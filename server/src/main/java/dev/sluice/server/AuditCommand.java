package dev.sluice.server;

import java.io.PrintStream;
import java.util.List;

/// `sluice audit --data DIR`: replays the ledger offline and proves or disproves the promises.
final class AuditCommand {

    private AuditCommand() {}

    /// The exit code: 0 when everything adds up, 1 when there is a difference.
    static int run(List<String> options, PrintStream out) {
        throw new StartFailure("There is nothing to audit in " + options + " yet.");
    }
}
