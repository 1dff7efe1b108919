package dev.sluice.server;

import dev.sluice.port.Unavailable;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `sluice audit --data DIR`: replays the ledger offline and proves or disproves the promises.
final class AuditCommand {

    private static final String HELP =
            """
            sluice audit --data DIR [--json]

            Replays the ledger in DIR from its first movement on and compares it, unit by unit, with
            the orders, the lost claims and the log of all claims. Changes nothing; a server may be
            running on the folder.

              --data DIR   the data folder of a Sluice
              --json       prints the result as JSON

            Exit code: 0 when every promise was kept, 1 when there is a difference, 2 when the
            folder cannot be read.
            """;

    private record Options(Path data, boolean json) {}

    private AuditCommand() {}

    /// The exit code: 0 when everything adds up, 1 when there is a difference.
    static int run(List<String> options, PrintStream out) {
        if (options.contains("--help") || options.contains("-h")) {
            out.print(HELP);
            return 0;
        }
        var asked = parse(options);
        var proof = proof(asked.data);
        if (asked.json) out.println(new String(proof.json(), StandardCharsets.UTF_8));
        else proof.print(out);
        return proof.findings().isEmpty() ? 0 : 1;
    }

    private static Options parse(List<String> options) {
        String data = null;
        boolean json = false;
        for (int i = 0; i < options.size(); i++) {
            var option = options.get(i);
            if (option.equals("--json")) json = true;
            else if (option.startsWith("--data=")) data = option.substring("--data=".length());
            else if (option.equals("--data") && i + 1 < options.size()) data = options.get(++i);
            else throw wrong(option);
        }
        if (data == null || data.isBlank()) {
            throw new StartFailure("Name the folder to audit: sluice audit --data DIR");
        }
        try {
            return new Options(Path.of(data), json);
        } catch (IllegalArgumentException notAPath) {
            throw new StartFailure(data + " is not the path of a folder.");
        }
    }

    private static StartFailure wrong(String option) {
        if (option.equals("--data")) {
            return new StartFailure("The option --data needs a value after it.");
        }
        return new StartFailure(
                "There is no option %s.%s See: sluice audit --help"
                        .formatted(
                                option,
                                CommandLine.suggestion(
                                        option, List.of("--data", "--json", "--help"))));
    }

    private static AuditProof proof(Path data) {
        for (var name : List.of("book.db", "claims.db")) {
            if (Files.isReadable(data.resolve(name))) continue;
            throw new StartFailure(
                    "There is no readable %s in %s. Name the data folder of a Sluice with --data."
                            .formatted(name, data));
        }
        try {
            return AuditProof.of(data);
        } catch (Unavailable | IllegalStateException | IllegalArgumentException damaged) {
            throw new StartFailure(
                    "The files in %s cannot be read: %s".formatted(data, damaged.getMessage()));
        }
    }
}
