package dev.sluice.server.admin;

import dev.sluice.board.Snowflakes;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Catalogue;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.sale.Sale.State;
import dev.sluice.server.http.Call;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads sales as operators write them: a new one, or what shall be different about one that
/// exists. Whatever does not fit is refused with the field named.
final class SaleForm {

    /// Every name that may stand in a sale.
    static final String[] FIELDS = {
        "title",
        "opensAt",
        "closesAt",
        "challenge",
        "gateFactor",
        "payWithinSeconds",
        "repeat",
        "offers"
    };

    private static final String[] OFFER_FIELDS = {
        "productId", "price", "listPrice", "stock", "perBuyer"
    };

    private static final int TITLE_MAX = 200;
    private static final int GATE_FACTOR_MAX = 1_000;
    private static final int GATE_FACTOR = 5;
    private static final int PAY_WITHIN_MIN = 5;
    private static final int PAY_WITHIN_MAX = 86_400;
    private static final int PAY_WITHIN = 900;
    private static final int OFFERS_MAX = 100;
    private static final int STOCK_MAX = 10_000_000;
    private static final int PER_BUYER_MAX = 100;

    private final Catalogue catalogue;
    private final Snowflakes ids;
    private final InstantSource clock;

    SaleForm(Catalogue catalogue, Snowflakes ids, InstantSource clock) {
        this.catalogue = catalogue;
        this.ids = ids;
        this.clock = clock;
    }

    /// A new draft.
    Sale read(Fields body) {
        var id = new SaleId(ids.next());
        return new Sale(
                id,
                body.title("title", TITLE_MAX),
                body.instant("opensAt"),
                closesAt(body, body.instant("opensAt")),
                Stage.DRAFT,
                body.oneOf("challenge", ChallengeKind.class, ChallengeKind.MATH),
                (int) body.integer("gateFactor", 1, GATE_FACTOR_MAX, GATE_FACTOR),
                payWithin(body, Duration.ofSeconds(PAY_WITHIN)),
                body.oneOf("repeat", Repeat.class, Repeat.NONE),
                Optional.empty(),
                Instant.ofEpochMilli(clock.millis()),
                offers(body, id, List.of()));
    }

    /// The sale with what the body says differently. Refuses what may not change any more.
    Sale read(Fields body, Sale sale) {
        var state = sale.stateAt(clock.instant());
        if (state == State.CLOSED) {
            throw Problem.because(
                    Code.SALE_STATE, "state", Flaw.NOT_FOR_THIS, "DRAFT / UPCOMING / OPEN", state);
        }
        var opensAt = body.has("opensAt") ? body.instant("opensAt") : sale.opensAt();
        var changed =
                new Sale(
                        sale.id(),
                        body.has("title") ? body.title("title", TITLE_MAX) : sale.title(),
                        opensAt,
                        changedClosesAt(body, sale, opensAt),
                        sale.stage(),
                        body.oneOf("challenge", ChallengeKind.class, sale.challenge()),
                        (int) body.integer("gateFactor", 1, GATE_FACTOR_MAX, sale.gateFactor()),
                        payWithin(body, sale.payWithin()),
                        body.oneOf("repeat", Repeat.class, sale.repeat()),
                        sale.previous(),
                        sale.createdAt(),
                        body.has("offers")
                                ? offers(body, sale.id(), sale.offers())
                                : sale.offers());
        if (sale.stage() != Stage.DRAFT) keepsWhatIsFixed(sale, changed);
        return changed;
    }

    private static void keepsWhatIsFixed(Sale sale, Sale changed) {
        if (!changed.opensAt().equals(sale.opensAt())) throw fixed("opensAt", Flaw.FIXED);
        if (changed.challenge() != sale.challenge()) throw fixed("challenge", Flaw.FIXED);
        if (!changed.offers().equals(sale.offers())) throw fixed("offers", Flaw.FIXED);
        if (changed.closesAt().isBefore(sale.closesAt())) {
            throw fixed("closesAt", Flaw.ONLY_LATER);
        }
    }

    private static Problem fixed(String field, Flaw flaw) {
        return Problem.because(Code.SALE_STATE, field, flaw);
    }

    private static Instant closesAt(Fields body, Instant opensAt) {
        var closesAt = body.instant("closesAt");
        if (!closesAt.isAfter(opensAt)) throw body.invalid("closesAt", Flaw.NOT_AFTER, "opensAt");
        return closesAt;
    }

    private static Instant changedClosesAt(Fields body, Sale sale, Instant opensAt) {
        if (body.has("closesAt")) return closesAt(body, opensAt);
        if (sale.closesAt().isAfter(opensAt)) return sale.closesAt();
        throw body.invalid("closesAt", Flaw.NOT_AFTER, "opensAt");
    }

    private static Duration payWithin(Fields body, Duration otherwise) {
        return Duration.ofSeconds(
                body.integer(
                        "payWithinSeconds", PAY_WITHIN_MIN, PAY_WITHIN_MAX, otherwise.toSeconds()));
    }

    /// An offer at the same place with the same product keeps its id.
    private List<Offer> offers(Fields body, SaleId sale, List<Offer> before) {
        var offers = new ArrayList<Offer>();
        for (var fields : body.objects("offers", 1, OFFERS_MAX, OFFER_FIELDS)) {
            var product = product(fields);
            int place = offers.size();
            var id =
                    place < before.size() && before.get(place).product().id().equals(product.id())
                            ? before.get(place).id()
                            : new OfferId(ids.next());
            offers.add(offer(fields, id, sale, product));
        }
        return offers;
    }

    private static Offer offer(Fields fields, OfferId id, SaleId sale, Product product) {
        Money price = fields.money("price");
        var listPrice = fields.optionalMoney("listPrice");
        if (listPrice.map(Money::currency).filter(c -> !c.equals(price.currency())).isPresent()) {
            throw fields.invalid("listPrice.currency", Flaw.NOT_SAME_AS, "price.currency");
        }
        if (listPrice.filter(list -> list.amount() < price.amount()).isPresent()) {
            throw fields.invalid("listPrice.amount", Flaw.BELOW, "price.amount");
        }
        return new Offer(
                id,
                sale,
                product,
                price,
                listPrice,
                (int) fields.integer("stock", 1, STOCK_MAX),
                (int) fields.integer("perBuyer", 1, PER_BUYER_MAX, 1));
    }

    private Product product(Fields fields) {
        var text = fields.text("productId", 1, 64);
        if (!Call.isIdLike(text)) throw fields.invalid("productId", Flaw.NOT_ID);
        return ProductId.parse(text)
                .flatMap(catalogue::findProduct)
                .orElseThrow(() -> fields.invalid("productId", Flaw.NAMES_NOTHING));
    }
}
