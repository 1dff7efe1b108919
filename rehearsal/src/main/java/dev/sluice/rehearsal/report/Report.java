package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// What is left of a rehearsal: `report.html` for people and `report.json` for machines, which say
/// the same.
public final class Report {
    private Report() {}

    /// Writes both files. Each is there whole or not at all; older ones are replaced. Where the one
    /// for machines is there, the other is, too.
    ///
    /// @param folder made when it is not there
    public static void write(Run run, Verdict verdict, Path folder) throws IOException {
        Files.createDirectories(folder);
        put(folder.resolve("report.html"), ReportPage.of(run, verdict));
        put(folder.resolve("report.json"), ReportJson.of(run, verdict));
    }

    private static void put(Path file, String text) throws IOException {
        var draft = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(draft, text);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
