package dev.sluice.sql.shop;

import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The rows of `sales` and `offers`: how they are written and read.
final class SaleRows {

    static final String COLUMNS =
            "sale_id, title, opens_at, closes_at, stage, challenge, gate_factor, pay_within,"
                    + " repeats, previous_id, created_at";

    private static final String INSERT_SALE =
            "insert into sales ("
                    + COLUMNS
                    + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " on conflict (previous_id) do nothing";

    private static final String INSERT_OFFER =
            """
            insert into offers (offer_id, sale_id, position, product_id, amount, currency,
                list_amount, list_currency, stock, per_buyer, stocked)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """;

    private static final String FIND_OFFERS =
            """
            select offer_id, sale_id, amount, currency, list_amount, list_currency, stock,
                   per_buyer, product_id, name, description, image_url
              from json_each(?) as wanted
                   cross join offers on sale_id = wanted.value
                   join products using (product_id)
             order by sale_id, position
            """;

    private SaleRows() {}

    /// False when the sale's `previous` has a successor already.
    static boolean insertSale(Link link, Sale sale) throws SQLException {
        int inserted =
                link.update(
                        INSERT_SALE,
                        sale.id().value(),
                        sale.title(),
                        sale.opensAt().toEpochMilli(),
                        sale.closesAt().toEpochMilli(),
                        sale.stage().name(),
                        sale.challenge().name(),
                        sale.gateFactor(),
                        sale.payWithin().toMillis(),
                        sale.repeat().name(),
                        sale.previous().map(SaleId::value).orElse(null),
                        sale.createdAt().toEpochMilli());
        if (inserted == 0) return false;
        insertOffers(link, sale);
        return true;
    }

    /// The sales of a query that selects `COLUMNS`, with their offers.
    static List<Sale> find(Link link, String sql, Object... values) throws SQLException {
        var sales = link.list(sql, SaleRows::sale, values);
        Map<SaleId, List<Offer>> offers = new HashMap<>();
        link.visit(
                FIND_OFFERS,
                row -> {
                    var offer = offer(row);
                    offers.computeIfAbsent(offer.sale(), s -> new ArrayList<>()).add(offer);
                },
                Ids.json(sales, sale -> sale.id().value()));
        return sales.stream()
                .map(sale -> sale.withOffers(offers.getOrDefault(sale.id(), List.of())))
                .toList();
    }

    static Product product(ResultSet row, int first) throws SQLException {
        return new Product(
                new ProductId(row.getLong(first)),
                row.getString(first + 1),
                row.getString(first + 2),
                Rows.optionalText(row, first + 3));
    }

    private static void insertOffers(Link link, Sale sale) throws SQLException {
        int position = 0;
        for (var offer : sale.offers()) {
            if (!offer.sale().equals(sale.id())) {
                throw new IllegalArgumentException(offer.id() + " is not of sale " + sale.id());
            }
            link.update(
                    INSERT_OFFER,
                    offer.id().value(),
                    sale.id().value(),
                    position++,
                    offer.product().id().value(),
                    offer.price().amount(),
                    offer.price().currency(),
                    offer.listPrice().map(Money::amount).orElse(null),
                    offer.listPrice().map(Money::currency).orElse(null),
                    offer.stock(),
                    offer.perBuyer());
        }
    }

    private static Sale sale(ResultSet row) throws SQLException {
        return new Sale(
                new SaleId(row.getLong(1)),
                row.getString(2),
                Rows.instant(row, 3),
                Rows.instant(row, 4),
                Sale.Stage.valueOf(row.getString(5)),
                Sale.ChallengeKind.valueOf(row.getString(6)),
                row.getInt(7),
                Duration.ofMillis(row.getLong(8)),
                Sale.Repeat.valueOf(row.getString(9)),
                Rows.optionalLong(row, 10).map(SaleId::new),
                Rows.instant(row, 11),
                List.of());
    }

    private static Offer offer(ResultSet row) throws SQLException {
        var listCurrency = row.getString(6);
        return new Offer(
                new OfferId(row.getLong(1)),
                new SaleId(row.getLong(2)),
                product(row, 9),
                new Money(row.getLong(3), row.getString(4)),
                Rows.optionalLong(row, 5).map(amount -> new Money(amount, listCurrency)),
                row.getInt(7),
                row.getInt(8));
    }
}
