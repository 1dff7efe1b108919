package dev.sluice.server.payment;

import dev.sluice.port.Nodes;
import dev.sluice.sale.Money;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Problem;
import java.util.Locale;

/// The sandbox as a provider that is asked to send money back. An operator tells it how to behave,
/// the same on every node, so that tests and rehearsals see what a provider can do to a shop.
public final class SandboxRefunds {

    public static final String PATH = "/sandbox/refunds";

    private static final String CONTROL = "/api/v1/admin/sandbox/refunds";
    private static final String VALUE = "sandbox-refunds";
    private static final int TEXT_MAX = 200;
    private static final long AMOUNT_MAX = 100_000_000_000_000L;

    /// How it answers.
    enum Mood {
        /// Confirms.
        HONEST,
        /// Answers 503.
        FAILS,
        /// Says that it is at it, and never more.
        LATE,
        /// Confirms another amount.
        SHORT,
        /// Confirms another refund.
        STRANGE,
        /// Refuses.
        REFUSES;

        private static Mood of(String text) {
            return Fields.constant(Mood.class, text).orElse(HONEST);
        }
    }

    private final Providers.Provider sandbox;
    private final Nodes nodes;

    public SandboxRefunds(Providers.Provider sandbox, Nodes nodes) {
        this.sandbox = sandbox;
        this.nodes = nodes;
    }

    public void register(Routes routes) {
        routes.post(PATH, RouteGroup.PAYMENT, this::refund)
                .get(CONTROL, RouteGroup.ADMIN, this::show)
                .put(CONTROL, RouteGroup.ADMIN, this::set);
    }

    /// It keeps no record: for money that is not real, the same answer each time is once.
    private Reply refund(Call call) {
        var signature = call.header(Providers.SIGNATURE).orElse("");
        if (!sandbox.hasSigned(call.bytes(), signature)) throw Problem.of(Code.SIGNATURE_WRONG);
        var body = call.body("refund", "reference", "paymentId", "amount", "why");
        var key = body.text("refund", 1, TEXT_MAX);
        var sum = body.object("amount", "amount", "currency");
        var amount = new Money(sum.integer("amount", 1, AMOUNT_MAX), sum.text("currency", 3, 3));
        return switch (mood()) {
            case HONEST -> answer(200, key, "DONE", amount);
            case FAILS -> throw Problem.of(Code.UNAVAILABLE);
            case LATE -> answer(202, key, "PENDING", amount);
            case SHORT ->
                    answer(200, key, "DONE", new Money(amount.amount() - 1, amount.currency()));
            case STRANGE -> answer(200, key + "-other", "DONE", amount);
            case REFUSES -> answer(200, key, "REFUSED", amount);
        };
    }

    private static Reply answer(int code, String key, String status, Money amount) {
        return Reply.json(
                code,
                out -> out.text("refund", key).text("status", status).money("amount", amount));
    }

    private Reply show(Call call) {
        return shown(mood());
    }

    private Reply set(Call call) {
        var mood = call.body("mood").oneOf("mood", Mood.class);
        nodes.putValue(VALUE, mood.name());
        return shown(mood);
    }

    private static Reply shown(Mood mood) {
        return Reply.json(200, out -> out.text("mood", mood.name().toLowerCase(Locale.ROOT)));
    }

    private Mood mood() {
        return nodes.findValue(VALUE)
                .map(text -> Mood.of(text.toLowerCase(Locale.ROOT)))
                .orElse(Mood.HONEST);
    }
}
