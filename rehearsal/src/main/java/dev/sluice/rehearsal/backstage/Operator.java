package dev.sluice.rehearsal.backstage;

import dev.sluice.rehearsal.backstage.Api.Reply;
import dev.sluice.rehearsal.backstage.Api.Request;
import dev.sluice.rehearsal.crowd.Stage.StagedOffer;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.scenario.Original;
import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Values;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Who runs the sale of a rehearsal, over the HTTP API as any operator would. Safe for all threads.
public final class Operator implements AutoCloseable {
    private static final int BUYERS_PER_CALL_MAX = 50_000;
    private static final Duration BUYERS_CALL_MAX = Duration.ofSeconds(60);
    private static final Duration LOOK_MAX = Duration.ofSeconds(2);
    private static final Duration KNOWN_MAX = Duration.ofSeconds(10);
    private static final Duration KNOWN_EVERY = Duration.ofMillis(20);
    private static final String BUYERS = "/admin/rehearsal/buyers";
    private static final String SALES = "/admin/sales/";
    private static final int RESTOCK_TRIES_MAX = 50;
    private static final Duration RESTOCK_EVERY = Duration.ofMillis(100);
    private static final int PRICE = 19_900;
    private static final int SALES_PER_PAGE = 100;
    private static final int SALE_PAGES_MAX = 100;
    private static final int LEDGER_PER_PAGE = 1_000;
    private static final int LEDGER_PAGES_MAX = 10_000;

    /// Where the units of an offer are, in the words of both witnesses.
    ///
    /// @param book how the order book counts; nothing is held there
    /// @param store how the fast store counts, with sold units as unpaid but for those the book
    ///     knows to be paid; the same as `book` once the store has let go of the offer
    /// @param queued units of claims that wait to be settled
    public record Audit(Units book, Units store, boolean balanced, long queued) {
        /// Whether nothing will move by itself any more.
        public boolean isAtRest() {
            return queued == 0 && store.held() == 0 && book.unpaid() == 0;
        }
    }

    /// What a glance at the running sale shows.
    ///
    /// @param state `PAUSED` or `CLOSED` when nobody can buy, and anything else otherwise
    record Glance(Units units, long queueDepth, String state) {}

    /// A sale as operators see it.
    public record SaleSeen(
            String saleId,
            String state,
            Instant opensAt,
            List<StagedOffer> offers,
            String before) {}

    private final Api api;
    private final InstantSource clock;

    public Operator(Api api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    public List<URI> nodes() {
        return api.nodes();
    }

    /// Makes sure that a rehearsal can be played here, and says what to do when it cannot.
    public void check() throws InterruptedException {
        for (var node : api.nodes()) {
            try {
                check(node);
            } catch (IOException e) {
                throw Api.noAnswer(node, e);
            }
        }
    }

    private void check(URI node) throws IOException, InterruptedException {
        var time = api.ask(node, Request.get("/time"));
        if (now(time).isEmpty()) {
            throw new RehearsalFailure(
                    "What answers at %s is not a Sluice. Check --url.".formatted(node));
        }
        var switches = api.ask(node, Request.get("/admin/switches"));
        if (switches.status() == 401 || switches.status() == 403) {
            throw new RehearsalFailure(
                    "The Sluice at %s does not know this operator key. Check --key: the key is in"
                                    .formatted(node)
                            + " the file operator-key of its data folder.");
        }
        if (!switches.isGood()) throw switches.unexpected();
        // Nobody is made: a count of 0 is refused as INVALID where crowds may be made.
        var crowd = api.ask(node, Request.post(BUYERS, new JsonObject().put("count", 0)));
        if (crowd.status() == 404) {
            throw new RehearsalFailure(
                    "The Sluice at %s creates no buyers for rehearsals. Start it with --rehearsal."
                            .formatted(node));
        }
        if (crowd.status() != 400) throw crowd.unexpected();
    }

    /// How far the clock of the servers is ahead of this one.
    public Duration clockAhead() throws InterruptedException {
        var before = clock.instant();
        var answer = api.patiently(Request.get("/time"));
        var after = clock.instant();
        var theirs = now(answer).orElseThrow(answer::unexpected);
        var half = Duration.between(before, after).dividedBy(2);
        return Duration.between(before.plus(half), theirs);
    }

    /// New buyers with a session each.
    public List<String> makeBuyers(int count) throws InterruptedException {
        var sessions = new ArrayList<String>(count);
        for (int left = count; left > 0; left -= BUYERS_PER_CALL_MAX) {
            int wanted = Math.min(left, BUYERS_PER_CALL_MAX);
            var body = new JsonObject().put("count", wanted).encode();
            var answer = api.once(new Request("POST", BUYERS, body, BUYERS_CALL_MAX));
            if (!answer.isGood()) throw answer.unexpected();
            var made = answer.body().lines().toList();
            if (made.size() != wanted) {
                throw new RehearsalFailure(
                        "%s was asked for %d buyers and made %d"
                                .formatted(answer.node(), wanted, made.size()));
            }
            sessions.addAll(made);
        }
        return List.copyOf(sessions);
    }

    /// A published sale with an offer for each number of units, by the servers' clock.
    public SaleSeen publishSale(Scenario scenario, Instant opensAt, Instant closesAt)
            throws InterruptedException {
        var own = "Rehearsal " + scenario.name();
        var sale =
                new JsonObject()
                        .put("title", scenario.original().map(Original::copyTitle).orElse(own))
                        .put("opensAt", opensAt.toString())
                        .put("closesAt", closesAt.toString())
                        .put("challenge", Values.word(scenario.challenge()))
                        .put("gateFactor", scenario.gateFactor())
                        .put("payWithinSeconds", scenario.payWithin().toSeconds())
                        .put("repeat", scenario.daily() ? "daily" : "none")
                        .put("offers", offers(scenario));
        var made = sale(api.once(Request.post("/admin/sales", sale)).json());
        var publish = Request.post(SALES + made.saleId() + "/publish", new JsonObject());
        var published = sale(api.once(publish).json());
        for (var node : others()) awaitSale(node, published.saleId());
        return published;
    }

    private List<URI> others() {
        return api.nodes().subList(1, api.nodes().size());
    }

    /// A node hears a moment later of what was published on another; a crowd comes after that.
    private void awaitSale(URI node, String sale) throws InterruptedException {
        var giveUp = clock.instant().plus(KNOWN_MAX);
        while (true) {
            try {
                if (api.ask(node, Request.get("/sales/" + sale)).isGood()) return;
            } catch (IOException e) {
                throw Api.noAnswer(node, e);
            }
            if (clock.instant().isAfter(giveUp)) {
                throw new RehearsalFailure(
                        "%s does not know of a sale that was published %s ago. Check that all nodes"
                                        .formatted(node, KNOWN_MAX)
                                + " share one order book.");
            }
            LockSupport.parkNanos(KNOWN_EVERY.toNanos());
            if (Thread.interrupted()) throw new InterruptedException();
        }
    }

    private JsonArray offers(Scenario scenario) throws InterruptedException {
        var original = scenario.original();
        if (original.isPresent()) return original.get().inputs(scenario.units());
        var offers = new JsonArray();
        for (int i = 0; i < scenario.units().size(); i++) offers.add(offer(scenario, i));
        return offers;
    }

    private JsonObject offer(Scenario scenario, int index) throws InterruptedException {
        var product =
                new JsonObject()
                        .put("name", "Rehearsal item " + (index + 1))
                        .put("description", "Made for the rehearsal " + scenario.name());
        var made = api.once(Request.post("/admin/products", product)).json();
        return new JsonObject()
                .put("productId", made.getString("productId"))
                .put("price", new JsonObject().put("amount", PRICE).put("currency", "CNY"))
                .put("stock", scenario.units().get(index))
                .put("perBuyer", scenario.perBuyer());
    }

    /// A sale of the shop, to be copied.
    public Original findOriginal(String saleId) throws InterruptedException {
        var answer = api.patiently(Request.get(SALES + saleId));
        if (answer.status() == 404 || answer.status() == 400) {
            throw new RehearsalFailure(
                    "There is no sale %s at %s. Check --sale.".formatted(saleId, answer.node()));
        }
        return Original.of(answer.json());
    }

    /// Adds units once, however often an answer gets lost. False when the sale takes none any more.
    ///
    /// @param key of this restock alone
    boolean restock(String offerId, int units, String key) throws InterruptedException {
        var body = new JsonObject().put("quantity", units);
        var request = Request.post("/admin/offers/" + offerId + "/restock", body).once(key);
        for (int tried = 0; tried < RESTOCK_TRIES_MAX; tried++) {
            try {
                var reply = api.ask(api.nodes().getFirst(), request);
                if (reply.isGood()) return true;
                if (reply.status() == 409) return false;
                if (!reply.isPassing()) throw reply.unexpected();
            } catch (IOException e) {
                // Nobody knows whether it arrived, and with its key it may be sent again.
            }
            LockSupport.parkNanos(RESTOCK_EVERY.toNanos());
        }
        return false;
    }

    public Audit audit(String offerId) throws InterruptedException {
        var audit = api.patiently(Request.get("/admin/offers/" + offerId + "/audit")).json();
        var book = audit.getJsonObject("book");
        long paid = book.getLong("paid");
        var counted =
                new Units(
                        book.getLong("stock"),
                        book.getLong("available"),
                        0,
                        book.getLong("unpaid"),
                        paid);
        var store = Optional.ofNullable(audit.getJsonObject("store"));
        return new Audit(
                counted,
                store.map(s -> storeUnits(s, paid)).orElse(counted),
                audit.getBoolean("balanced"),
                audit.getLong("queued"));
    }

    private static Units storeUnits(JsonObject store, long paid) {
        return new Units(
                store.getLong("stock"),
                store.getLong("free"),
                store.getLong("held"),
                store.getLong("sold") - paid,
                paid);
    }

    /// All offers of the sale together; nothing when no answer comes at once.
    Optional<Glance> glance(String saleId) throws InterruptedException {
        var request = new Request("GET", SALES + saleId + "/stats", "", LOOK_MAX);
        try {
            var answer = api.ask(api.nodes().getFirst(), request);
            if (!answer.isGood()) return Optional.empty();
            var stats = answer.json();
            var units = new Units(0, 0, 0, 0, 0);
            var state = "";
            for (var each : stats.getJsonArray("offers")) {
                var offer = (JsonObject) each;
                units = plus(units, offer);
                state = offer.getString("availability", "");
            }
            return Optional.of(new Glance(units, stats.getLong("queueDepth"), state));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Units plus(Units units, JsonObject offer) {
        return new Units(
                units.stock() + offer.getLong("stock"),
                units.free() + offer.getLong("free"),
                units.held() + offer.getLong("held"),
                units.unpaid() + offer.getLong("unpaid"),
                units.paid() + offer.getLong("paid"));
    }

    /// @param lateSince from when on what goes back on sale is late, by the servers' clock
    public Ledger readLedger(String offerId, Instant lateSince) throws InterruptedException {
        var ledger = new Ledger(lateSince);
        var after = "";
        for (int page = 0; page < LEDGER_PAGES_MAX; page++) {
            var path = "/admin/offers/" + offerId + "/ledger?limit=" + LEDGER_PER_PAGE + after;
            var list = api.patiently(Request.get(path)).json();
            for (var movement : list.getJsonArray("movements")) ledger.add((JsonObject) movement);
            if (!list.containsKey("next")) break;
            after = "&after=" + list.getString("next");
        }
        return ledger;
    }

    /// Closes a sale for good, if it is not closed already.
    public void closeSale(String saleId) throws InterruptedException {
        var path = SALES + saleId;
        var answer = api.patiently(Request.post(path + "/close", new JsonObject()));
        if (answer.status() == 409) answer = api.patiently(Request.get(path));
        var sale = sale(answer.json());
        if (!sale.state().equals("CLOSED")) throw answer.unexpected();
    }

    /// The sale that follows a daily one, if it is there.
    public Optional<SaleSeen> findNext(String saleId) throws InterruptedException {
        var after = "";
        for (int page = 0; page < SALE_PAGES_MAX; page++) {
            var path = "/admin/sales?limit=" + SALES_PER_PAGE + after;
            var list = api.patiently(Request.get(path)).json();
            for (var each : list.getJsonArray("sales")) {
                var sale = sale((JsonObject) each);
                if (sale.before().equals(saleId)) return Optional.of(sale);
            }
            if (!list.containsKey("next")) return Optional.empty();
            after = "&after=" + list.getString("next");
        }
        return Optional.empty();
    }

    private static SaleSeen sale(JsonObject sale) {
        var offers = new ArrayList<StagedOffer>();
        for (var each : sale.getJsonArray("offers")) {
            var offer = (JsonObject) each;
            offers.add(
                    new StagedOffer(
                            offer.getString("offerId"),
                            offer.getJsonObject("product").getString("name"),
                            offer.getInteger("stock"),
                            offer.getInteger("perBuyer")));
        }
        return new SaleSeen(
                sale.getString("saleId"),
                sale.getString("state"),
                Instant.parse(sale.getString("opensAt")),
                offers,
                sale.getString("previousSaleId", ""));
    }

    private static Optional<Instant> now(Reply answer) {
        try {
            return Optional.of(Instant.parse(answer.json().getString("now", "")));
        } catch (RehearsalFailure | ClassCastException | DateTimeParseException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
