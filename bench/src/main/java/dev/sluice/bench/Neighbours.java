package dev.sluice.bench;

import dev.sluice.bench.Wrk.Load;
import dev.sluice.process.ServerProcess;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/// The two servers that Sluice is set beside: parts `bare` and `claim-twin`.
final class Neighbours {
    private static final String OFFER = "0ns7d2k8v0w2b";
    private static final int BARE_BUYERS = 50_000;
    private static final int TWIN_RATE_MAX = 20_000;
    private static final int TWIN_CONNECTIONS = 10;

    private final Lab lab;
    private final Figures figures;

    Neighbours(Lab lab, Figures figures) {
        this.lab = lab;
        this.figures = figures;
    }

    void measureBare(Line claims, Line reads) throws IOException, InterruptedException {
        try (var server = lab.startBare()) {
            var file = claims("bare", BARE_BUYERS);
            put(claims, server, Load.claimsAgain(server.address().resolve("/"), file));
            put(reads, server, Load.reads(server.address().resolve("/api/v1/sales/" + OFFER)));
        }
    }

    void measureTwin() throws IOException, InterruptedException {
        var round = lab.options().warmUpRound().multipliedBy(Warmth.ROUNDS_MAX);
        int stock = (int) (TWIN_RATE_MAX * lab.options().measured().plus(round).toSeconds());
        var database = lab.newFile("twin.db").toString();
        var connections = Integer.toString(TWIN_CONNECTIONS);
        var rest = new AtomicReference<>(claims("twin", stock));
        try (var server = lab.startTwin(List.of(database, Integer.toString(stock), connections))) {
            var runs = new ArrayList<WrkResult>();
            lab.warmUp(duration -> {
                var result = lab.run(once(server, rest.get()), duration);
                rest.set(rest.get().without(result.sent()));
                runs.add(result);
                return result.perSecond();
            });
            var measured = lab.measure(server, once(server, rest.get()));
            runs.add(measured.result());
            var faults = new Faults().successes(measured.result());
            checkTwin(faults, twinAudit(server), stock, runs);
            put(Line.CLAIM_TWIN, measured.figure(faults.found(), List.of()));
        }
    }

    private static Load once(ServerProcess server, RequestFile requests) {
        return Load.claimsOnce(server.address().resolve("/"), requests);
    }

    private void put(Line line, ServerProcess server, Load load)
            throws IOException, InterruptedException {
        lab.warmUp(load);
        var measured = lab.measure(server, load);
        put(line, measured.figure(new Faults().successes(measured.result()).found(), List.of()));
    }

    private void put(Line line, Figure figure) {
        figures.put(line, figure);
        lab.sayFigure(line, figure);
    }

    /// Claims of buyers that no Sluice knows, in the shape of real ones.
    private RequestFile claims(String who, int count) throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(String.format(Locale.ROOT, "%s%031d\tp%048d%n", who.charAt(0), i, i));
        }
        return RequestFile.ofClaims(lab.newFile(who), OFFER, List.of(lines.toString()));
    }

    private static void checkTwin(
            Faults faults, JsonObject audit, int stock, List<WrkResult> runs) {
        long answered = runs.stream().mapToLong(WrkResult::answered).sum();
        long sent = runs.stream().mapToLong(WrkResult::sent).sum();
        long ordered = audit.getLong("ordered");
        faults.check(
                answered <= ordered && ordered <= sent, ordered + " of " + answered + " ordered");
        faults.check(audit.getLong("left") + ordered == stock, "units are lost: " + audit);
    }

    private static JsonObject twinAudit(ServerProcess server)
            throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(server.address().resolve("/audit")).build();
            return new JsonObject(client.send(request, BodyHandlers.ofString()).body());
        }
    }
}
