package dev.sluice.bench;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.intake.Batcher;
import dev.sluice.intake.IntakeConfig;
import dev.sluice.port.Supply;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Part `hold`: claims through Redis, each of a new buyer, decided, held and queued. The hold store
/// gets them in batches from the batcher that a node has, which many callers wait for; the
/// [RedisTwin] asks Redis four times per claim. Redis is new for each, and writes to disk before it
/// answers.
final class Coalescing {
    private static final List<String> SERVERS = List.of("redis");
    private static final OfferId OFFER = new OfferId(1);
    private static final int STOCK = 1_000_000_000;

    /// A node has one caller per request that waits; these are about one per open connection.
    private static final int CALLERS = 1_024;

    /// The request threads of a shop: what does best here with a connection each, and on one.
    private static final int POOLED_THREADS = 32;

    private static final int SHARING_THREADS = 64;

    private final Lab lab;
    private final Figures figures;
    private final Services services;

    Coalescing(Lab lab, Figures figures, Services services) {
        this.lab = lab;
        this.figures = figures;
        this.services = services;
    }

    void measure() throws IOException, InterruptedException {
        try (var up = services.up(SERVERS)) {
            measureBatches("redis://127.0.0.1:" + up.port("redis"));
        }
        measureTwin(Line.HOLD_REDIS_TWIN, POOLED_THREADS);
        measureTwin(Line.HOLD_REDIS_TWIN_SINGLE, SHARING_THREADS);
    }

    private void measureBatches(String url) throws IOException, InterruptedException {
        // Nobody settles here, so the queue has to have room for all.
        var config = RedisConfig.DEFAULTS.withUrl(url).withPrefix("bench").withBacklogMax(STOCK);
        var limits = IntakeConfig.DEFAULTS;
        try (var stores = RedisStores.open(config, "bench", InstantSource.system());
                var batcher =
                        new Batcher<>(
                                "bench-claims",
                                stores.holds().reservesAtOnce(),
                                limits.batchMax(),
                                limits.inFlightMax(),
                                System::nanoTime,
                                stores.holds()::reserve)) {
            stores.holds().prepare(new Supply(OFFER, STOCK, 1, List.of(), Map.of()));
            var callers =
                    new Callers(Thread.ofVirtual(), CALLERS, number -> claim(batcher, number));
            var run = run(url, callers);
            var faults = new Faults();
            var balance = stores.holds().balance(OFFER).orElseThrow();
            long calls = callers.calls();
            faults.check(balance.held() == calls, balance.held() + " held of " + calls);
            faults.check(balance.adds(), "units are lost: " + balance);
            long depth = stores.queue().depth();
            faults.check(depth == calls, depth + " queued of " + calls);
            put(Line.HOLD_REDIS, run, faults);
        }
    }

    private static void claim(Batcher<Claim, Reservation> batcher, long number) throws Exception {
        var claim =
                new Claim(
                        new ClaimId(number + 1),
                        OFFER,
                        new BuyerId(Ids.scattered(number)),
                        1,
                        Instant.now());
        var answer = batcher.submit(claim).orElseThrow().toCompletableFuture().get();
        boolean held = answer instanceof Held(_, _, boolean again) && !again;
        if (!held) throw new BenchFailure("a new claim was answered " + answer);
    }

    private void measureTwin(Line line, int threads) throws IOException, InterruptedException {
        try (var up = services.up(SERVERS)) {
            measureTwin(line, threads, "redis://127.0.0.1:" + up.port("redis"));
        }
    }

    private void measureTwin(Line line, int threads, String url)
            throws IOException, InterruptedException {
        boolean shared = line == Line.HOLD_REDIS_TWIN_SINGLE;
        try (var twin = new RedisTwin(url, STOCK, threads, shared)) {
            var callers =
                    new Callers(
                            Thread.ofPlatform(),
                            threads,
                            number -> twin.claim(Long.toString(Ids.scattered(number))));
            var run = run(url, callers);
            var faults = new Faults();
            twin.check(faults, callers.calls());
            put(line, run, faults);
        }
    }

    /// @param redisMicros what Redis used per claim
    private record Run(Callers.Outcome outcome, double redisMicros) {}

    private Run run(String url, Callers callers) throws IOException, InterruptedException {
        lab.warmUp(duration -> callers.run(duration).perSecond());
        double before = redisSeconds(url);
        var outcome = callers.run(lab.options().measured());
        double used = redisSeconds(url) - before;
        return new Run(outcome, used * 1e6 / outcome.calls());
    }

    /// The processor time that Redis has used, in user and kernel mode together.
    private static double redisSeconds(String url) {
        var client = RedisClient.create(url);
        try (var connection = client.connect()) {
            return connection
                    .sync()
                    .info("cpu")
                    .lines()
                    .filter(line -> line.matches("used_cpu_(sys|user):.*"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
                    .sum();
        } finally {
            client.shutdown();
        }
    }

    private void put(Line line, Run run, Faults faults) {
        var note =
                String.format(
                        Locale.ROOT,
                        "Redis itself took %.1f µs of a core a claim",
                        run.redisMicros);
        var outcome = run.outcome;
        var figure = outcome.figure(1, outcome.latency(), faults, List.of(note));
        figures.put(line, figure);
        lab.sayFigure(line, figure);
    }
}
