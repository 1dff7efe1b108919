package dev.sluice.server.claim;

import dev.sluice.admission.Admission;
import dev.sluice.admission.Passes;
import dev.sluice.board.BoardOffer;
import dev.sluice.board.Funnel.Step;
import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.IdText;
import dev.sluice.id.OfferId;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.challenge.Challenges;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.engine.Switches.Switch;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.HotRoute;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import io.vertx.core.http.HttpMethod;
import java.time.InstantSource;
import java.util.Optional;

/// `POST /offers/{offerId}/passes`: turns an answer into a pass.
///
/// Which answer comes first is part of the contract: an unknown offer; the public facts, which need
/// no session and use no challenge up; the session; the switches; the challenge; the buyer's limit;
/// the gate. Before the opening and after the stock is gone the crowd ends at the facts, which are
/// answered on the event loop without reading the body. The rest may block, on a virtual thread.
public final class PassRoute implements HotRoute {

    private static final String PREFIX = "/api/v1/offers/";
    private static final String SUFFIX = "/passes";
    private static final int OFFER_END = PREFIX.length() + IdText.LENGTH;

    /// How long to wait before the gate may have room: passes come free by being used.
    private static final long GATE_FULL_SECONDS = 2;

    private final SaleBoard sales;
    private final Admission admission;
    private final Challenges challenges;
    private final Switches switches;
    private final Snowflakes ids;
    private final InstantSource clock;

    public PassRoute(
            SaleBoard sales,
            Admission admission,
            Challenges challenges,
            Switches switches,
            Snowflakes ids,
            InstantSource clock) {
        this.sales = sales;
        this.admission = admission;
        this.challenges = challenges;
        this.switches = switches;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public void register(Routes routes) {
        routes.post(PREFIX + "{offerId}" + SUFFIX, RouteGroup.PASS, this::admit);
    }

    @Override
    public boolean take(Visit visit) {
        var path = visit.path();
        if (visit.method() != HttpMethod.POST || path == null || !path.startsWith(PREFIX)) {
            return false;
        }
        if (path.length() != OFFER_END + SUFFIX.length() || !path.endsWith(SUFFIX)) return false;
        long offer = IdText.parse(path.substring(PREFIX.length(), OFFER_END));
        var live = offer < 0 ? null : sales.findOffer(new OfferId(offer)).orElse(null);
        var fact = live == null ? Optional.<BoardOffer.Fact>empty() : factOf(live);
        if (fact.isEmpty()) return false;
        visit.group(RouteGroup.PASS);
        live.funnel().count(Step.ARRIVED);
        long seconds = visit.waitSeconds();
        var code = seconds > 0 ? Code.RATE_LIMITED : ClaimRoute.code(fact.get());
        live.funnel().countRefused(code.name());
        if (seconds > 0) visit.answer(Replies.rateLimited(seconds, visit.lang()));
        else visit.refuse(code);
        return true;
    }

    private Reply admit(Call call) {
        var offer = call.id("offerId", OfferId::parse, Code.NO_SUCH_OFFER);
        var live = sales.findOffer(offer).orElseThrow(() -> Problem.of(Code.NO_SUCH_OFFER));
        live.funnel().count(Step.ARRIVED);
        try {
            // Ids grow, so a pass with a smaller one than this was out already and is not counted.
            long before = ids.next();
            var pass = admit(call, live);
            if (Passes.parse(pass.text()).orElseThrow().claim().value() > before) {
                live.funnel().count(Step.PASSES);
            }
            return Reply.json(
                    201,
                    out -> out.text("pass", pass.text()).instant("expiresAt", pass.expiresAt()));
        } catch (Problem refused) {
            live.funnel().countRefused(refused.code().name());
            throw refused;
        }
    }

    private Admission.Pass admit(Call call, BoardOffer live) {
        factOf(live)
                .ifPresent(fact -> {
                    throw Problem.of(ClaimRoute.code(fact));
                });
        var buyer = call.unchargedBuyer();
        if (switches.isOn(Switch.READ_ONLY)) throw Problem.of(Code.READ_ONLY);
        if (switches.isOn(Switch.NO_NEW_PASSES)) throw Problem.of(Code.NO_NEW_PASSES);
        var body = call.body("challengeId", "answer");
        var challenge = challengeId(body);
        var answer = body.text("answer", 0, Challenges.ANSWER_MAX);
        long wait = call.chargeBuyer(buyer);
        if (!challenges.isSolved(challenge, answer, live.id(), buyer)) {
            throw Problem.of(Code.CHALLENGE_FAILED);
        }
        if (wait > 0) throw Problem.retryAfter(Code.RATE_LIMITED, wait);
        return admission
                .admit(live, buyer, clock.instant())
                .orElseThrow(() -> Problem.retryAfter(Code.GATE_FULL, GATE_FULL_SECONDS));
    }

    private Optional<BoardOffer.Fact> factOf(BoardOffer live) {
        return live.factAt(clock.instant());
    }

    private static String challengeId(Fields body) {
        var id = body.text("challengeId", 1, 64);
        if (!Call.isIdLike(id)) throw body.invalid("challengeId", Flaw.NOT_ID);
        return id;
    }
}
