package dev.sluice.sql.book;

import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Hold;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.PostgresDialect;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/// How many units the buyers of a batch have of an offer, as the book says: unpaid and paid ones,
/// those of orders that late money has revived included.
final class LiveUnits implements SettlingBatch.Shares {

    private record Share(OfferId offer, BuyerId buyer) {}

    private static final String IS_LIVE = " status in (0, 1)";

    /// Orders up to the cursor are in the table by buyer; those after it are few.
    private static final String FIND_OWN =
            """
            select offer_id, buyer_id, sum(units) from (
            select offer_id, orders.buyer_id, units
              from json_each(?) as asked
                   cross join buyer_orders on buyer_orders.buyer_id = asked.value
                   cross join orders on orders.order_id = buyer_orders.order_id
             where buyer_orders.order_id <= (select order_id from buyer_orders_cursor) and\
            """
                    + IS_LIVE
                    + """

                     union all
                    select offer_id, buyer_id, units from orders
                     where order_id > (select order_id from buyer_orders_cursor)
                       and buyer_id in (select value from json_each(?)) and\
                    """
                    + IS_LIVE
                    + ") as live group by offer_id, buyer_id";

    private static final String FIND_SHARED =
            """
            select offer_id, buyer_id, sum(units) as has
              from json_each(?) as asked cross join orders on buyer_id = asked.value
             where\
            """
                    + IS_LIVE
                    + " group by offer_id, buyer_id";

    /// Whatever PostgreSQL believes of a table that it has not looked at yet, each buyer is looked
    /// up in the index: `offset 0` keeps the two parts from being turned around.
    private static final String FIND_SHARED_IN_POSTGRES =
            """
            select offer_id, buyer_id, sum(units) as has
              from unnest(cast(translate(?, '[]', '{}') as bigint[])) as asked (value)
                   cross join lateral (
                     select offer_id, buyer_id, units from orders
                      where buyer_id = asked.value and\
            """
                    + IS_LIVE
                    + " offset 0) as live group by offer_id, buyer_id";

    private static final String FIND_ANY_OVER = anyOver(FIND_SHARED);
    private static final String FIND_ANY_OVER_IN_POSTGRES = anyOver(FIND_SHARED_IN_POSTGRES);

    private final Map<Share, Integer> units = new HashMap<>();

    private LiveUnits() {}

    /// What the buyers of these orders have, the orders themselves included if they are written.
    static LiveUnits find(Link link, List<NewOrder> orders) throws SQLException {
        return find(link, buyers(orders));
    }

    /// What the buyer of this hold has of its offer.
    static int find(Link link, Hold hold) throws SQLException {
        var found = find(link, Ids.json(List.of(hold.buyer()), BuyerId::value));
        return found.units.getOrDefault(new Share(hold.offer(), hold.buyer()), 0);
    }

    private static LiveUnits find(Link link, String asked) throws SQLException {
        var found = new LiveUnits();
        Link.Visitor note =
                row ->
                        found.units.put(
                                new Share(new OfferId(row.getLong(1)), new BuyerId(row.getLong(2))),
                                row.getInt(3));
        if (!link.dialect().isShared()) link.visit(FIND_OWN, note, asked, asked);
        else if (isPostgres(link)) link.visit(FIND_SHARED_IN_POSTGRES, note, asked);
        else link.visit(FIND_SHARED, note, asked);
        return found;
    }

    /// Whether one of these buyers has more of an offer than its limit, in a database that has an
    /// index by buyer.
    static boolean anyOver(Link link, List<NewOrder> orders) throws SQLException {
        var sql = isPostgres(link) ? FIND_ANY_OVER_IN_POSTGRES : FIND_ANY_OVER;
        return link.find(sql, row -> row.getInt(1), buyers(orders)).isPresent();
    }

    @Override
    public void open(Link link, OfferId offer) {
        // All offers of the buyers were read at once.
    }

    @Override
    public int units(Claim claim) {
        return units.getOrDefault(share(claim), 0);
    }

    @Override
    public void add(Claim claim) {
        units.merge(share(claim), claim.quantity(), Integer::sum);
    }

    void forEach(OfferId offer, ObjIntConsumer<BuyerId> each) {
        units.forEach((share, has) -> {
            if (share.offer.equals(offer)) each.accept(share.buyer, has);
        });
    }

    private static Share share(Claim claim) {
        return new Share(claim.offer(), claim.buyer());
    }

    private static boolean isPostgres(Link link) {
        return link.dialect() instanceof PostgresDialect;
    }

    private static String buyers(List<NewOrder> orders) {
        var ids = orders.stream().map(order -> order.claim().buyer()).distinct().toList();
        return Ids.json(ids, BuyerId::value);
    }

    private static String anyOver(String live) {
        return "select 1 from ("
                + live
                + ") as shares join offers on offers.offer_id = shares.offer_id"
                + " where has > per_buyer limit 1";
    }
}
