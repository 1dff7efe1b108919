package dev.sluice.server.challenge;

import dev.sluice.board.Funnel.Step;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.OfferId;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Problem;
import java.util.Locale;
import java.util.Optional;

/// Something to solve, and its picture. Both need no session, and neither says whether the offer
/// can be bought now.
public final class ChallengeRoutes {

    private final SaleBoard sales;
    private final Challenges challenges;

    public ChallengeRoutes(SaleBoard sales, Challenges challenges) {
        this.sales = sales;
        this.challenges = challenges;
    }

    public void register(Routes routes) {
        routes.get("/api/v1/offers/{offerId}/challenge", RouteGroup.CHALLENGE, this::challenge)
                .get("/api/v1/challenges/{challengeId}.png", RouteGroup.PICTURE, this::picture);
    }

    private Reply challenge(Call call) {
        var offer = call.id("offerId", OfferId::parse, Code.NO_SUCH_OFFER);
        var live = sales.findOffer(offer).orElseThrow(() -> Problem.of(Code.NO_SUCH_OFFER));
        live.funnel().count(Step.ARRIVED);
        try {
            var buyer = call.findBuyer();
            if (buyer.isPresent()) call.buyer();
            return reply(challenges.make(live.sale().challenge(), offer, buyer));
        } catch (Problem refused) {
            live.funnel().countRefused(refused.code().name());
            throw refused;
        }
    }

    private Reply picture(Call call) {
        var id = call.id("challengeId", Optional::of, Code.NO_SUCH_CHALLENGE);
        var challenge =
                challenges
                        .find(id)
                        .filter(ChallengeRoutes::hasPicture)
                        .orElseThrow(() -> Problem.of(Code.NO_SUCH_CHALLENGE));
        return Reply.bytes(200, "image/png", challenges.picture(challenge));
    }

    private Reply reply(Challenges.Challenge challenge) {
        return Reply.json(
                200,
                out -> {
                    out.text("challengeId", challenge.id())
                            .text("kind", challenge.kind().name().toLowerCase(Locale.ROOT))
                            .instant("expiresAt", challenge.expiresAt());
                    switch (challenge.kind()) {
                        case NONE -> {}
                        case MATH ->
                                out.text(
                                        "imageUrl",
                                        "/api/v1/challenges/" + challenge.id() + ".png");
                        case WORK ->
                                out.text("nonce", challenge.nonceText())
                                        .number("difficulty", challenges.workBits());
                    }
                });
    }

    private static boolean hasPicture(Challenges.Challenge challenge) {
        return switch (challenge.kind()) {
            case MATH -> true;
            case NONE, WORK -> false;
        };
    }
}
