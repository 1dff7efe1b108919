package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Unavailable;
import dev.sluice.server.http.Faults;
import dev.sluice.server.json.Lang;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.server.web.Health;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What an outage of minutes leaves in the log: that it began, that it is over, and no line and no
/// stack trace for each who asks meanwhile.
class OutageLogTest {

    private static final List<Logger> LOGS =
            List.of(
                    Logger.getLogger(Health.class.getName()),
                    Logger.getLogger(Faults.class.getName()));

    private final List<LogRecord> said = new CopyOnWriteArrayList<>();
    private final Handler ear =
            new Handler() {
                @Override
                public void publish(LogRecord line) {
                    said.add(line);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listenToTheLog() {
        LOGS.forEach(log -> log.addHandler(ear));
    }

    @AfterEach
    void leaveTheLog() {
        LOGS.forEach(log -> log.removeHandler(ear));
    }

    @Test
    void a_check_that_fails_is_said_when_it_begins_and_when_it_is_over() {
        var health = new Health();
        var asked = new AtomicLong();
        var away = new AtomicReference<Supplier<Optional<String>>>();
        health.check("orderBook", () -> away.get().get());
        away.set(() -> {
            throw new Unavailable("book: waiting=" + asked.incrementAndGet(), null);
        });
        for (int i = 0; i < 50; i++) health.ready();
        away.set(() -> Optional.of("the lease has run out"));
        for (int i = 0; i < 50; i++) health.ready();
        away.set(Optional::empty);
        for (int i = 0; i < 50; i++) health.ready();

        assertEquals(
                List.of(
                        "The check orderBook fails: book: waiting=1",
                        "The check orderBook fails: the lease has run out",
                        "The check orderBook is well again"),
                said.stream().map(LogRecord::getMessage).toList());
        assertEquals(List.of(), said.stream().filter(line -> line.getThrown() != null).toList());
    }

    @Test
    void a_crowd_that_meets_an_outage_is_a_line_every_ten_seconds() {
        var nanos = new AtomicLong(Long.MAX_VALUE - 5);
        var faults = new Faults(new SplittableRandom(1), new Metrics(), nanos::get);
        var fault = new Unavailable("the book is away", null);

        for (int i = 0; i < 1000; i++) faults.reply(fault, Lang.EN);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        for (int i = 0; i < 1000; i++) faults.reply(fault, Lang.EN);

        assertEquals(
                List.of(
                        "A dependency does not answer: the book is away",
                        "A dependency does not answer (999 requests more): the book is away"),
                said.stream().map(LogRecord::getMessage).toList());
    }

    @Test
    void a_bug_that_a_crowd_meets_is_twenty_traces_every_ten_seconds() {
        var nanos = new AtomicLong(Long.MAX_VALUE - 5);
        var metrics = new Metrics();
        var faults = new Faults(new SplittableRandom(1), metrics, nanos::get);
        var bug = new IllegalStateException("a mistake of ours");

        for (int i = 0; i < 1000; i++) faults.reply(bug, Lang.EN);
        assertEquals(20, said.size());
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        faults.reply(bug, Lang.EN);

        assertEquals(21, said.size());
        assertEquals(bug, said.getLast().getThrown());
        assertTrue(said.getLast().getMessage().endsWith("(980 more)"), said.getLast()::getMessage);
    }

    @Test
    void a_bug_that_is_not_told_goes_by_the_number_of_the_last() {
        var faults = new Faults(new SplittableRandom(1), new Metrics(), () -> 7);
        var bug = new IllegalStateException("a mistake of ours");

        for (int i = 0; i < 20; i++) faults.reply(bug, Lang.EN);
        var number = said.getLast().getMessage().split(" ")[1];

        var answer = new String(faults.reply(bug, Lang.EN).body(), StandardCharsets.UTF_8);
        assertTrue(answer.contains(number), answer);
    }
}
