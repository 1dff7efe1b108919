package dev.sluice.bench;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Outcome.Won;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.settlement.SettlementConfig;
import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.base.SqlConfig;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.shop.SqlCatalogue;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Part `order`: orders of one hot offer on a database server. The order book settles them in
/// batches, as the settlement of one node calls it; the [SqlTwin] has a transaction for each. The
/// server is new for each.
final class Batching {
    private static final String DATABASE = "bench";
    private static final int BATCH = SettlementConfig.DEFAULTS.batchMax();
    private static final int STOCK = 1_000_000_000;
    private static final Money PRICE = new Money(100, "CNY");
    private static final OfferId OFFER = new OfferId(3);
    private static final Duration PAY_WITHIN = Duration.ofDays(1);

    private final Lab lab;
    private final Figures figures;
    private final Services services;

    Batching(Lab lab, Figures figures, Services services) {
        this.lab = lab;
        this.figures = figures;
        this.services = services;
    }

    void measure(BookServer server) throws IOException, InterruptedException {
        try (var up = services.up(List.of(server.server()))) {
            int port = up.port(server.server());
            server.create(port, DATABASE);
            measureBook(server, server.url(port, DATABASE));
        }
        try (var up = services.up(List.of(server.server()))) {
            int port = up.port(server.server());
            server.create(port, DATABASE);
            measureTwin(server, port);
        }
    }

    private void measureBook(BookServer server, String url)
            throws IOException, InterruptedException {
        var config = new SqlConfig(url, server.user(), server.password());
        try (var database = SharedDatabase.open(config)) {
            openSale(new SqlCatalogue(database));
            var book = new SqlOrderBook(database);
            var callers = new Callers(Thread.ofPlatform(), 1, number -> settle(book, number));
            var outcome = run(callers);
            var faults = new Faults();
            long orders = callers.calls() * BATCH;
            var balance = book.balance(OFFER);
            faults.check(balance.unpaid() == orders, balance.unpaid() + " ordered of " + orders);
            put(server.batches(), outcome.figure(BATCH, Figure.Latency.NONE, faults, List.of()));
        }
    }

    private static void openSale(SqlCatalogue catalogue) {
        var now = Instant.now();
        var product = new Product(new ProductId(1), "Bench", "A unit", Optional.empty());
        var sale = new SaleId(2);
        var offer = new Offer(OFFER, sale, product, PRICE, Optional.empty(), STOCK, 1);
        catalogue.insertProduct(product);
        catalogue.insertSale(
                new Sale(
                        sale,
                        "Bench",
                        now,
                        now.plus(PAY_WITHIN),
                        Sale.Stage.DRAFT,
                        Sale.ChallengeKind.NONE,
                        1,
                        PAY_WITHIN,
                        Sale.Repeat.NONE,
                        Optional.empty(),
                        now,
                        List.of(offer)));
        catalogue.moveSale(sale, Sale.Stage.DRAFT, Sale.Stage.PUBLISHED, now);
    }

    private static void settle(SqlOrderBook book, long number) {
        var now = Instant.now();
        var orders = new ArrayList<NewOrder>(BATCH);
        for (long i = number * BATCH; i < (number + 1) * BATCH; i++) {
            var buyer = new BuyerId(Ids.scattered(i));
            var claim = new Claim(new ClaimId(i + 1), OFFER, buyer, 1, now);
            orders.add(new NewOrder(claim, new OrderId(i + 1), PRICE, now, now.plus(PAY_WITHIN)));
        }
        var outcomes = book.settle(orders);
        long won = outcomes.stream().filter(Won.class::isInstance).count();
        if (won != BATCH) throw new BenchFailure(won + " of " + BATCH + " new claims won");
    }

    private void measureTwin(BookServer server, int port) throws IOException, InterruptedException {
        try (var twin = new SqlTwin(server, port, DATABASE, STOCK)) {
            var callers = new Callers(Thread.ofPlatform(), SqlTwin.CONNECTIONS, twin::order);
            var outcome = run(callers);
            var faults = new Faults();
            twin.check(faults, callers.calls());
            put(server.twin(), outcome.figure(1, outcome.latency(), faults, List.of()));
        } catch (SQLException e) {
            throw new BenchFailure("the twin on " + server.server() + ": " + e.getMessage(), e);
        }
    }

    private Callers.Outcome run(Callers callers) throws IOException, InterruptedException {
        lab.warmUp(duration -> callers.run(duration).perSecond());
        lab.restDisk();
        return callers.run(lab.options().measured());
    }

    private void put(Line line, Figure figure) {
        figures.put(line, figure);
        lab.sayFigure(line, figure);
    }
}
