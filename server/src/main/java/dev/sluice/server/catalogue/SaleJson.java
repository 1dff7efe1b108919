package dev.sluice.server.catalogue;

import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.board.SaleBoard;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.server.json.JsonOut;
import java.time.Instant;
import java.util.Locale;

/// How a sale is written for everybody.
final class SaleJson {

    private SaleJson() {}

    /// All fields of a sale as it is at that moment. The board knows which offers are sold out.
    static void write(JsonOut out, Sale sale, SaleBoard board, Instant now) {
        out.text("saleId", sale.id())
                .text("title", sale.title())
                .instant("opensAt", sale.opensAt())
                .instant("closesAt", sale.closesAt())
                .text("state", sale.stateAt(now))
                .text("challenge", sale.challenge().name().toLowerCase(Locale.ROOT))
                .number("payWithinSeconds", sale.payWithin().toSeconds())
                .list(
                        "offers",
                        sale.offers(),
                        (o, offer) -> offer(o, offer, availability(offer, board, now)));
    }

    private static void offer(JsonOut out, Offer offer, Availability availability) {
        out.text("offerId", offer.id())
                .object("product", o -> product(o, offer.product()))
                .money("price", offer.price())
                .present(offer.listPrice(), (o, price) -> o.money("listPrice", price))
                .number("stock", offer.stock())
                .number("perBuyer", offer.perBuyer())
                .text("availability", availability);
    }

    private static void product(JsonOut out, Product product) {
        out.text("productId", product.id())
                .text("name", product.name())
                .text("description", product.description())
                .present(product.imageUrl(), (o, url) -> o.text("imageUrl", url));
    }

    /// The offers of a draft are on no board, and upcoming.
    private static Availability availability(Offer offer, SaleBoard board, Instant now) {
        return board.findOffer(offer.id())
                .map(live -> live.availabilityAt(now))
                .orElse(Availability.UPCOMING);
    }
}
