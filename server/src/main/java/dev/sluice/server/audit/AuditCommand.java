package dev.sluice.server.audit;

import dev.sluice.port.Unavailable;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.Suggestion;
import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.base.SqlConfig;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `sluice audit`: replays the ledger of a folder or of a database and proves or disproves the
/// promises.
public final class AuditCommand {

    private static final String DATA = "--data";
    private static final String URL = "--url";
    private static final String USER = "--user";
    private static final String HEADS = "--heads";
    private static final String KEY = "--key";
    private static final List<String> KNOWN = List.of(DATA, URL, USER, HEADS, KEY);

    private static final String HELP =
            """
            sluice audit --data DIR [--heads FILE --key FILE] [--json]
            sluice audit --url URL --user USER [--heads FILE --key FILE] [--json]

            Replays the ledger in DIR from its first movement on and compares it, unit by unit, with
            the orders, the lost claims and the log of all claims. With --url it does the same for
            an order book that many nodes share, which has no log of claims. It changes nothing, and
            nodes may be running.

            The ledger must also contain every head that was signed and published: those in DIR, or
            those in the file that --heads names, such as a copy kept elsewhere. Only they reveal a
            ledger that was recomputed or cut off at its end.

              --data DIR   the data folder of a Sluice
              --url URL    the order book: postgresql://host:port/name or mysql://host:port/name
              --user USER  a user who may read it; the password is in SLUICE_SQL_PASSWORD
              --heads FILE published heads of the ledger; a node keeps its own in ledger-heads
              --key FILE   the public key that they are signed with; audit-key.pub of that node
              --json       prints the result as JSON

            Exit code: 0 when every promise was kept, 1 when there is a difference, 2 when it cannot
            be read.
            """;

    private static final Duration TIMEOUT = Duration.ofMinutes(30);

    /// @param values what stands after `--data`, `--url` and `--user`
    private record Options(Map<String, String> values, boolean json) {

        Optional<String> value(String option) {
            return Optional.ofNullable(values.get(option)).filter(value -> !value.isBlank());
        }
    }

    private AuditCommand() {}

    /// The exit code: 0 when everything adds up, 1 when there is a difference.
    public static int run(List<String> options, Map<String, String> environment, PrintStream out) {
        if (options.contains("--help") || options.contains("-h")) {
            out.print(HELP);
            return 0;
        }
        var asked = parse(options);
        var proof = asked.value(URL).isPresent() ? ofUrl(asked, environment) : ofFolder(asked);
        if (asked.json) out.println(new String(proof.json(), StandardCharsets.UTF_8));
        else proof.print(out);
        return proof.findings().isEmpty() ? 0 : 1;
    }

    private static Options parse(List<String> options) {
        var values = new HashMap<String, String>();
        boolean json = false;
        for (int i = 0; i < options.size(); i++) {
            var option = options.get(i);
            int equals = option.indexOf('=');
            var name = equals < 0 ? option : option.substring(0, equals);
            if (option.equals("--json")) json = true;
            else if (!KNOWN.contains(name)) throw wrong(option);
            else if (equals >= 0) values.put(name, option.substring(equals + 1));
            else if (i + 1 < options.size()) values.put(name, options.get(++i));
            else throw wrong(option);
        }
        return new Options(values, json);
    }

    private static StartFailure wrong(String option) {
        if (KNOWN.contains(option)) {
            return new StartFailure("The option " + option + " needs a value after it.");
        }
        return new StartFailure(
                "There is no option %s.%s See: sluice audit --help"
                        .formatted(
                                option,
                                Suggestion.of(
                                        option,
                                        List.of(DATA, URL, USER, HEADS, KEY, "--json", "--help"))));
    }

    private static AuditProof ofUrl(Options asked, Map<String, String> environment) {
        var url = asked.value(URL).orElseThrow();
        if (asked.value(DATA).isPresent()) {
            throw new StartFailure("Name a folder with --data or an order book with --url.");
        }
        var user = asked.value(USER);
        if (user.isEmpty()) throw new StartFailure("Name who may read the book: --user USER");
        var password = environment.getOrDefault("SLUICE_SQL_PASSWORD", "");
        try {
            var config = new SqlConfig(url, user.get(), password).withTimeout(TIMEOUT);
            try (var database = SharedDatabase.openReadOnly(config)) {
                return AuditProof.of(database, heads(asked).orElse(HeadsWitness.NONE));
            }
        } catch (Unavailable | IllegalStateException | IllegalArgumentException damaged) {
            throw new StartFailure("The order book cannot be read: " + damaged.getMessage());
        }
    }

    private static AuditProof ofFolder(Options asked) {
        var name = asked.value(DATA);
        if (name.isEmpty()) {
            throw new StartFailure("Name the folder to audit: sluice audit --data DIR");
        }
        try {
            return ofFolder(Path.of(name.get()), asked);
        } catch (InvalidPathException notAPath) {
            throw new StartFailure(name.get() + " is not the path of a folder.");
        }
    }

    /// The heads that the options name.
    private static Optional<HeadsWitness> heads(Options asked) {
        var file = asked.value(HEADS);
        var key = asked.value(KEY);
        if (file.isEmpty() && key.isEmpty()) return Optional.empty();
        if (file.isEmpty() || key.isEmpty()) {
            throw new StartFailure("Name both the heads and the key: --heads FILE --key FILE");
        }
        try {
            var files = List.of(Path.of(file.get()));
            return Optional.of(HeadsWitness.of(files, AuditKey.readPublic(Path.of(key.get()))));
        } catch (InvalidPathException notAPath) {
            throw new StartFailure(notAPath.getInput() + " is not the path of a file.");
        }
    }

    private static AuditProof ofFolder(Path data, Options asked) {
        for (var name : List.of("book.db", "claims.db")) {
            if (Files.isReadable(data.resolve(name))) continue;
            throw new StartFailure(
                    "There is no readable %s in %s. Name the data folder of a Sluice with --data."
                            .formatted(name, data));
        }
        try {
            var heads = heads(asked).orElseGet(() -> HeadsWitness.ofFolder(data));
            return AuditProof.of(data, heads);
        } catch (Unavailable | IllegalStateException | IllegalArgumentException damaged) {
            throw new StartFailure(
                    "The files in %s cannot be read: %s".formatted(data, damaged.getMessage()));
        }
    }
}
