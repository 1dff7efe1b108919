package dev.sluice.server.rehearse;

import dev.sluice.admission.Admission;
import dev.sluice.board.BoardOffer;
import dev.sluice.board.BoardOffer.Fact;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Accounts;
import dev.sluice.port.Accounts.NewBuyer;
import dev.sluice.port.Accounts.Session;
import dev.sluice.sale.Buyer;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Pieces;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `/admin/rehearsal/buyers`: a crowd for a rehearsal, made and answered chunk by chunk, so that
/// its size does not matter. Each buyer's session is cached at once, as it would be after a
/// look at the sale's page.
public final class Crowds {

    private static final int COUNT_MAX = 200_000;
    private static final int CHUNK = 20_000;
    private static final Map<String, String> HEADERS = Map.of("content-type", Reply.TEXT);

    private final SaleBoard sales;
    private final Admission admission;
    private final Accounts accounts;
    private final Sessions sessions;
    private final Snowflakes ids;
    private final InstantSource clock;

    public Crowds(
            SaleBoard sales,
            Admission admission,
            Accounts accounts,
            Sessions sessions,
            Snowflakes ids,
            InstantSource clock) {
        this.sales = sales;
        this.admission = admission;
        this.accounts = accounts;
        this.sessions = sessions;
        this.ids = ids;
        this.clock = clock;
    }

    /// To be called in a rehearsal only: without it there is nothing at this address.
    public void register(Routes routes) {
        routes.post("/api/v1/admin/rehearsal/buyers", RouteGroup.ADMIN, this::make);
    }

    private Reply make(Call call) throws InterruptedException {
        var body = call.body("count", "offerId");
        int count = (int) body.integer("count", 1, COUNT_MAX);
        var offer = body.has("offerId") ? Optional.of(offer(body)) : Optional.<BoardOffer>empty();
        try (var lines = new Pieces(call, HEADERS)) {
            for (int made = 0; made < count; made += CHUNK) {
                if (!lines.send(chunk(Math.min(CHUNK, count - made), offer))) return Pieces.sent();
            }
            return lines.end();
        }
    }

    /// An offer that has sold out will do: a rehearsal also wants to see refusals.
    private BoardOffer offer(Fields body) {
        var text = body.text("offerId", 1, 64);
        if (!Call.isIdLike(text)) throw body.invalid("offerId", Flaw.NOT_ID);
        var offer =
                OfferId.parse(text)
                        .flatMap(sales::findOffer)
                        .orElseThrow(() -> Problem.of(Code.NO_SUCH_OFFER));
        switch (offer.factAt(clock.instant()).orElse(Fact.SOLD_OUT)) {
            case NOT_OPEN -> throw Problem.of(Code.NOT_OPEN);
            case CLOSED -> throw Problem.of(Code.CLOSED);
            case PAUSED -> throw Problem.of(Code.PAUSED);
            case SOLD_OUT -> {}
        }
        return offer;
    }

    /// New buyers in the accounts, a line each.
    private Buffer chunk(int size, Optional<BoardOffer> offer) {
        var buyers = new ArrayList<NewBuyer>(size);
        var opened = new ArrayList<Sessions.Opened>(size);
        for (int i = 0; i < size; i++) {
            var id = new BuyerId(ids.next());
            buyers.add(new NewBuyer(new Buyer(id, phone(id), "Rehearsal " + id), ""));
            opened.add(sessions.make(id));
        }
        accounts.insertCrowd(buyers, sessionsOf(opened));
        sessions.know(opened);
        var lines = Buffer.buffer(size * 84);
        var now = clock.instant();
        for (var session : opened) {
            lines.appendString(session.token());
            var buyer = session.session().buyer();
            offer.map(live -> admission.mintUncounted(live, buyer, now).text())
                    .ifPresent(pass -> lines.appendString("\t").appendString(pass));
            lines.appendString("\n");
        }
        return lines;
    }

    /// In the order in which a store keeps them, so that it goes through its pages once.
    private static List<Session> sessionsOf(List<Sessions.Opened> opened) {
        var sessions = new ArrayList<Session>(opened.size());
        for (var each : opened) sessions.add(each.session());
        sessions.sort((a, b) -> Arrays.compareUnsigned(a.token().bytes(), b.token().bytes()));
        return sessions;
    }

    /// Twenty digits with the buyer's own number in them, which no real phone has.
    private static String phone(BuyerId buyer) {
        return "%020d".formatted(buyer.value());
    }
}
