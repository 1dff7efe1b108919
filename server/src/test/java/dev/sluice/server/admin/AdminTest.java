package dev.sluice.server.admin;

import dev.sluice.contracts.Soon;
import dev.sluice.id.OfferId;
import dev.sluice.server.Answer;
import dev.sluice.server.ApiTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// A test of what operators do, with crowds at hand.
public abstract class AdminTest extends ApiTest {

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.rehearsal", "true");
    }

    String newProduct() {
        var product = Map.of("name", "Phone X", "description", "Black");
        return operator().post("/admin/products", product).is(201).text("productId");
    }

    /// A sale that has been open for a minute, with an offer of that many units for each number.
    public Map<String, Object> saleOf(int... stocks) {
        var now = clock.instant();
        var sale = new HashMap<String, Object>();
        sale.put("title", "A sale");
        sale.put("opensAt", now.minus(Duration.ofMinutes(1)).toString());
        sale.put("closesAt", now.plus(Duration.ofHours(1)).toString());
        sale.put("challenge", "none");
        var offers = new ArrayList<Object>();
        for (int stock : stocks) {
            var price = Map.of("amount", 100, "currency", "CNY");
            offers.add(Map.of("productId", newProduct(), "price", price, "stock", stock));
        }
        sale.put("offers", offers);
        return sale;
    }

    Answer draft(int... stocks) {
        return operator().post("/admin/sales", saleOf(stocks)).is(201);
    }

    public Answer published(int... stocks) {
        return move(draft(stocks).text("saleId"), "publish").is(200);
    }

    public Answer move(String sale, String order) {
        return operator().post("/admin/sales/" + sale + "/" + order);
    }

    /// An open offer of that many units.
    public String openOffer(int stock) {
        return published(stock).text("offers/0/offerId");
    }

    /// Sells units of the offer, one each, and waits until they are orders.
    public List<Visitor> sell(String offer, int count) {
        var visitors = crowd(count, offer);
        for (var visitor : visitors) claim(offer, visitor).is(202);
        await(() -> sluice.engine().ports().queue().depth() == 0);
        return visitors;
    }

    /// Keeps settlement from taking claims.
    public void holdSettlement() {
        operator().put("/admin/switches", Map.of("holdSettlement", true)).is(200);
        Soon.until("settlement rests", sluice.engine().settlementLoop()::isResting);
    }

    public OfferId offerId(String text) {
        return OfferId.parse(text).orElseThrow();
    }

    public static void await(BooleanSupplier condition) {
        Soon.until("what the test waits for", condition::getAsBoolean);
    }
}
