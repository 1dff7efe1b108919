package dev.sluice.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// What tests of the server start in place of a rehearsal, which depends on the server. It does
/// what its scenario says: `calm` reports and ends, `hostile` fails, `restock` never gets beyond
/// its preparations, `typical` runs until it is stopped and then reports, and `daily` runs on when
/// it is asked to stop. The sale that it says it plays stands in the file `played` beside its
/// folder, if there is one.
final class Main {

    private static final String REPORT =
            """
            {"verdict": {"holds": true, "headline": "The one promise held", "findings": []}}
            """;

    private static final String NO_SALE = "0ns7d2k8v0w1a";

    private Main() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var options = List.of(arguments);
        var report = Path.of(options.get(options.indexOf("--report") + 1));
        Files.writeString(report.resolve("arguments"), String.join(" ", arguments));
        var environment = String.join(" ", System.getenv().keySet());
        Files.writeString(report.resolve("environment"), environment);
        switch (options.get(options.indexOf("--scenario") + 1)) {
            case "calm" -> report(report);
            case "hostile" -> {
                System.err.println("sluice rehearse: " + "\ud83e\udde7 no ".repeat(1_000));
                System.exit(2);
            }
            case "typical" -> {
                var hook = new Thread(() -> report(report), "report");
                Runtime.getRuntime().addShutdownHook(hook);
                play(report);
            }
            case "restock" -> {
                System.out.println("0.0 s  making buyers  0 %");
                new CountDownLatch(1).await();
            }
            default -> {
                var never = new CountDownLatch(1);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> await(never), "never"));
                play(report);
            }
        }
    }

    private static void play(Path report) throws IOException, InterruptedException {
        var file = report.resolveSibling("played");
        System.out.println("Sale " + (Files.exists(file) ? Files.readString(file) : NO_SALE));
        System.out.println("1.0 s  the sale is open");
        new CountDownLatch(1).await();
    }

    private static void report(Path folder) {
        try {
            Files.writeString(folder.resolve("report.json"), REPORT);
            Files.writeString(folder.resolve("report.html"), "<!DOCTYPE html><p>It held</p>");
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
