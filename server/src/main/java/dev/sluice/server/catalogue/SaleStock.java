package dev.sluice.server.catalogue;

import dev.sluice.board.SaleBoard;
import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Sale;
import dev.sluice.server.http.ReadyReply;
import dev.sluice.server.json.JsonOut;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// What is left of the offers of a sale, as ready answers. However many ask, store and book are
/// asked once a second. Any thread may call.
public final class SaleStock {

    /// An answer says that others may keep it for the last second of this.
    private static final Duration HOLDS = Duration.ofSeconds(2);

    private final SaleBoard board;
    private final Function<OfferId, Balances> balances;
    private final InstantSource clock;
    private final Map<String, ReadyReply> answers = new ConcurrentHashMap<>();

    /// @param balances where the units of an offer are; may block and may throw `Unavailable`
    public SaleStock(SaleBoard board, Function<OfferId, Balances> balances, InstantSource clock) {
        this.board = board;
        this.balances = balances;
        this.clock = clock;
    }

    boolean knows(String saleId) {
        return SaleId.parse(saleId).flatMap(board::find).isPresent();
    }

    /// The answer if it still holds, else null.
    ReadyReply ready(String saleId) {
        var answer = answers.get(saleId);
        return answer != null && answer.isValid(0, clock.millis()) ? answer : null;
    }

    /// The answer for a sale that is known, written anew if need be, by one thread for all that
    /// wait for it. Blocks.
    ReadyReply look(String saleId) {
        return answers.compute(
                saleId,
                (id, before) -> {
                    var now = clock.instant();
                    if (before != null && before.isValid(0, now.toEpochMilli())) return before;
                    var sale = board.find(SaleId.parse(id).orElseThrow()).orElseThrow();
                    return ReadyReply.of(out -> write(out, sale), 0, now, now.plus(HOLDS));
                });
    }

    private void write(JsonOut out, Sale sale) {
        out.text("saleId", sale.id())
                .list(
                        "offers",
                        sale.offers(),
                        (o, offer) -> write(o, offer.id(), balances.apply(offer.id())));
    }

    /// Units of claims that are not settled and of orders that are not paid may come back.
    private static void write(JsonOut out, OfferId offer, Balances balances) {
        int free = balances.store().map(Balances.Store::free).orElse(balances.book().available());
        int held = balances.store().map(Balances.Store::held).orElse(0);
        out.text("offerId", offer)
                .number("left", Math.max(0, free))
                .flag("mayComeBack", held > 0 || balances.book().unpaid() > 0);
    }
}
