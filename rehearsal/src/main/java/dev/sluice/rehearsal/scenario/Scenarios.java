package dev.sluice.rehearsal.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// The scenarios that ship, by name, and everybody's own, by file.
public final class Scenarios {
    public static final List<String> SHIPPED =
            List.of("calm", "typical", "hostile", "restock", "two-offers", "daily");
    public static final String STANDARD = "typical";

    private static final int FILE_BYTES_MAX = 65_536;

    private Scenarios() {}

    /// @param seed for a scenario that gives none
    public static Scenario find(String nameOrFile, long seed) {
        if (SHIPPED.contains(nameOrFile)) return shipped(nameOrFile, seed);
        var path = path(nameOrFile);
        if (!Files.exists(path) || Files.isDirectory(path)) throw unknown(nameOrFile);
        try (var in = Files.newInputStream(path)) {
            return read(path.getFileName().toString(), in, seed);
        } catch (IOException e) {
            throw new RehearsalFailure(
                    "--scenario: cannot read " + nameOrFile + ". Check its permissions.", e);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw unknown(text);
        }
    }

    private static RehearsalFailure unknown(String nameOrFile) {
        return new RehearsalFailure(
                "--scenario must be a file or one of %s, was %s"
                        .formatted(String.join(", ", SHIPPED), Values.quoted(nameOrFile)));
    }

    private static Scenario shipped(String name, long seed) {
        var file = name + ".scenario";
        try (var in = Scenarios.class.getResourceAsStream(file)) {
            return read(file, in, seed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Scenario read(String file, InputStream in, long seed) throws IOException {
        var bytes = in.readNBytes(FILE_BYTES_MAX + 1);
        if (bytes.length > FILE_BYTES_MAX) {
            throw new RehearsalFailure(
                    file + ": must be a scenario of at most " + FILE_BYTES_MAX + " bytes");
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return ScenarioFile.read(file, text.toString(), seed);
        } catch (CharacterCodingException e) {
            throw new RehearsalFailure(file + ": must be text in UTF-8", e);
        }
    }
}
