package dev.sluice.server.claim;

import dev.sluice.admission.Passes;
import dev.sluice.board.BoardOffer;
import dev.sluice.board.Funnel.Step;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.IdText;
import dev.sluice.id.OfferId;
import dev.sluice.intake.Intake;
import dev.sluice.port.Accounts.Session;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Reservation.Unanswered;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.config.World;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.HotRoute;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

/// `POST /offers/{offerId}/claims/{pass}`: the hottest route, a straight line on the event loop.
///
/// Which answer comes first is part of the contract: an unknown offer; the claim that this pass
/// already is, whatever has become of the offer; the public facts; then the session, the pass, the
/// limits and the quantity. Most of the crowd ends at the facts, which cost one look at the board
/// and one at the offer. The buyer's limit is charged even then, so that hammering before the
/// opening gains nothing at the opening. Whoever has no session, or a pass that is not good, is
/// charged to the address, in a limit of its own: it must not cost those who share the address
/// theirs.
///
/// Two cases leave the event loop for a virtual thread: a session this node does not have cached,
/// and a claim of an offer that this node no longer carries.
public final class ClaimRoute implements HotRoute {

    private static final String PREFIX = "/api/v1/offers/";
    private static final String CLAIMS = "/claims/";
    private static final int OFFER_END = PREFIX.length() + IdText.LENGTH;
    private static final int PASS_START = OFFER_END + CLAIMS.length();

    private final SaleBoard sales;
    private final Switches switches;
    private final Passes passes;
    private final RepeatedClaims repeated;
    private final Intake intake;
    private final World world;
    private final BiConsumer<BuyerId, ClaimId> queued;
    private final LongConsumer latency;

    /// @param queued hears of each claim once it is durable, before its buyer does
    /// @param latency hears how many nanoseconds a claim took to be decided
    public ClaimRoute(
            SaleBoard sales,
            Switches switches,
            Passes passes,
            RepeatedClaims repeated,
            Intake intake,
            World world,
            BiConsumer<BuyerId, ClaimId> queued,
            LongConsumer latency) {
        this.sales = sales;
        this.switches = switches;
        this.passes = passes;
        this.repeated = repeated;
        this.intake = intake;
        this.world = world;
        this.queued = queued;
        this.latency = latency;
    }

    /// The addresses that [#take] leaves alone: no offer has such an id.
    @Override
    public void register(Routes routes) {
        routes.post(
                PREFIX + "{offerId}" + CLAIMS + "{pass}",
                RouteGroup.CLAIM,
                call -> {
                    call.id("offerId", OfferId::parse, Code.NO_SUCH_OFFER);
                    throw Problem.of(Code.NO_SUCH_OFFER);
                });
    }

    @Override
    public boolean take(Visit visit) {
        var path = visit.path();
        if (visit.method() != HttpMethod.POST || path == null) return false;
        if (!path.startsWith(PREFIX) || !path.startsWith(CLAIMS, OFFER_END)) return false;
        if (path.indexOf('/', PASS_START) >= 0) return false;
        visit.group(RouteGroup.CLAIM);
        long offer = IdText.parse(path.substring(PREFIX.length(), OFFER_END));
        var live = offer < 0 ? null : sales.findOffer(new OfferId(offer)).orElse(null);
        if (live == null) {
            visit.refuse(Code.NO_SUCH_OFFER);
            return true;
        }
        live.funnel().count(Step.ARRIVED);
        var now = world.clock().instant();
        enter(new Attempt(visit, live, path.substring(PASS_START), now));
        return true;
    }

    private void enter(Attempt attempt) {
        var sessions = attempt.visit().context().sessions();
        var token = attempt.visit().sessionToken();
        var session = token == null ? null : sessions.find(token);
        if (session != null || token == null || !sessions.mayBe(token)) {
            decide(attempt, session);
            return;
        }
        // Nobody knows yet whether any other answer applies, and to find out is not free.
        long wait = strangerWait(attempt);
        if (wait > 0) {
            attempt.limited(wait);
            return;
        }
        attempt.visit().request().pause();
        attempt.visit()
                .offloadThen(
                        () -> sessions.load(token).orElse(null),
                        loaded -> {
                            attempt.visit().request().resume();
                            decide(attempt, loaded);
                        });
    }

    /// @param session null when there is none
    private void decide(Attempt attempt, Session session) {
        var visit = attempt.visit();
        var buyer = session == null ? null : session.buyer();
        long wait = buyer == null ? 0 : visit.context().limits().buyer(RouteGroup.CLAIM, buyer);
        var pass = Passes.parse(attempt.pass());
        if (buyer != null && pass.isPresent()) {
            if (repeated.answer(attempt, buyer, pass.get(), wait)) return;
        }
        var fact = attempt.offer().factAt(attempt.at());
        if (fact.isPresent()) {
            attempt.refuse(code(fact.get()));
        } else if (switches.isOn(Switches.Switch.READ_ONLY)) {
            attempt.refuse(Code.READ_ONLY);
        } else if (buyer == null) {
            refuseStranger(attempt, Code.NO_SESSION);
        } else if (visit.lacksCsrf()) {
            attempt.refuse(Code.CSRF_MISSING);
        } else if (pass.isEmpty() || !isGood(attempt, buyer, pass.get())) {
            refuseStranger(attempt, Code.PASS_INVALID);
        } else {
            limit(attempt, buyer, pass.get().claim(), wait);
        }
    }

    private boolean isGood(Attempt attempt, BuyerId buyer, Passes.Parts pass) {
        return !attempt.isTooLateFor(pass) && passes.isAuthentic(pass, attempt.offer().id(), buyer);
    }

    private void limit(Attempt attempt, BuyerId buyer, ClaimId claim, long buyerWait) {
        long wait = buyerWait > 0 ? buyerWait : attempt.visit().waitSeconds();
        if (wait > 0) attempt.limited(wait);
        else attempt.visit().onBody(body -> claim(attempt, buyer, claim, quantity(body)));
    }

    private static void refuseStranger(Attempt attempt, Code code) {
        long wait = strangerWait(attempt);
        if (wait > 0) attempt.limited(wait);
        else attempt.refuse(code);
    }

    private static long strangerWait(Attempt attempt) {
        var visit = attempt.visit();
        return visit.context().limits().address(RouteGroup.STRANGER, visit.client());
    }

    private void claim(Attempt attempt, BuyerId buyer, ClaimId id, int quantity) {
        if (quantity > attempt.offer().offer().perBuyer()) {
            attempt.refuse(Code.OVER_LIMIT);
            return;
        }
        long since = world.nanos().getAsLong();
        var claim = new Claim(id, attempt.offer().id(), buyer, quantity, attempt.at());
        intake.decide(claim, attempt.visit().loop())
                .whenComplete((decision, failure) -> {
                    latency.accept(world.nanos().getAsLong() - since);
                    conclude(attempt, claim, decision, failure);
                });
    }

    private void conclude(Attempt attempt, Claim claim, Reservation decision, Throwable failure) {
        try {
            if (failure == null) answer(attempt, claim, decision);
            else attempt.visit().fail(failure);
        } catch (RuntimeException bug) {
            attempt.visit().fail(bug);
        }
    }

    private void answer(Attempt attempt, Claim claim, Reservation decision) {
        switch (decision) {
            case Held(_, _, boolean again) when again ->
                    attempt.visit().answer(repeated.reply(claim.id(), attempt.pass()));
            case Held _ -> {
                attempt.offer().funnel().count(Step.CLAIMS);
                queued.accept(claim.buyer(), claim.id());
                attempt.visit().answer(ClaimViews.accepted(attempt.pass()));
            }
            case Unanswered _ -> attempt.refuse(Code.UNAVAILABLE);
            case Refused.SOLD_OUT -> attempt.refuse(Code.SOLD_OUT);
            case Refused.OVER_LIMIT -> attempt.refuse(Code.OVER_LIMIT);
            case Refused.OVERLOADED -> attempt.refuse(Code.OVERLOADED);
            case Refused.UNAVAILABLE -> attempt.refuse(Code.UNAVAILABLE);
        }
    }

    static Code code(BoardOffer.Fact fact) {
        return switch (fact) {
            case NOT_OPEN -> Code.NOT_OPEN;
            case CLOSED -> Code.CLOSED;
            case PAUSED -> Code.PAUSED;
            case SOLD_OUT -> Code.SOLD_OUT;
        };
    }

    private static int quantity(Buffer body) {
        int quick = QuickQuantity.read(body);
        if (quick > 0) return quick;
        if (body.length() == 0) throw Problem.invalid("body", Flaw.MISSING);
        var fields = Fields.of(body.getBytes(), "quantity");
        return Math.toIntExact(fields.integer("quantity", 1, ClaimViews.QUANTITY_MAX));
    }
}
