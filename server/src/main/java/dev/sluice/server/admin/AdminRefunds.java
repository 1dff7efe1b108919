package dev.sluice.server.admin;

import dev.sluice.id.RefundId;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// `/admin/refunds`: money that has to go back, and what a person does about it.
public final class AdminRefunds {

    private static final String PATH = "/api/v1/admin/refunds";
    private static final int PAGE_MAX = 100;
    private static final int PAGE = 50;

    private final Refunds refunds;
    private final Set<String> asked;
    private final InstantSource clock;

    /// @param asked the providers that can be asked to send money back
    public AdminRefunds(Refunds refunds, Set<String> asked, InstantSource clock) {
        this.refunds = refunds;
        this.asked = asked;
        this.clock = clock;
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::list)
                .post(PATH + "/{refundId}/retry", RouteGroup.ADMIN, this::retry)
                .post(PATH + "/{refundId}/done", RouteGroup.ADMIN, this::done);
    }

    private Reply list(Call call) {
        var query = call.query("state", "limit", "after");
        int limit = (int) query.integer("limit", 1, PAGE_MAX, PAGE);
        var state = query.oneOf("state", State.class);
        var found = refunds.findRefunds(state, query.id("after", RefundId::parse), limit + 1);
        boolean isMore = found.size() > limit;
        var page = isMore ? found.subList(0, limit) : found;
        var open = refunds.open();
        return Reply.json(
                200,
                out -> {
                    out.number("open", open.count());
                    out.list("refunds", page, this::write);
                    if (isMore) out.text("next", page.getLast().id());
                });
    }

    private Reply retry(Call call) {
        call.noBody();
        var id = existing(call);
        if (!refunds.retry(id, now())) throw Problem.of(Code.REFUND_DONE);
        return shown(id);
    }

    /// For money that a person has sent back.
    private Reply done(Call call) {
        var note = call.body("note").title("note", Refund.NOTE_MAX);
        var id = existing(call);
        if (!refunds.confirm(id, note, now())) throw Problem.of(Code.REFUND_DONE);
        return shown(id);
    }

    private RefundId existing(Call call) {
        var id = call.id("refundId", RefundId::parse, Code.NO_SUCH_REFUND);
        if (refunds.findRefund(id).isEmpty()) throw Problem.of(Code.NO_SUCH_REFUND);
        return id;
    }

    private Reply shown(RefundId id) {
        var refund = refunds.findRefund(id).orElseThrow();
        return Reply.json(200, out -> write(out, refund));
    }

    private Instant now() {
        return clock.instant();
    }

    private void write(JsonOut out, Refund refund) {
        var money = refund.deposit();
        out.text("refundId", refund.id())
                .text("state", refund.state())
                .text("provider", money.provider())
                .text("reference", money.reference())
                .present(money.payment(), (o, payment) -> o.text("paymentId", payment))
                .present(money.order(), (o, order) -> o.text("orderId", order))
                .money("amount", money.amount())
                .text("why", money.fate())
                .number("attempts", refund.attempts())
                .text("note", refund.note())
                .instant("arrivedAt", money.at());
        if (refund.state() != State.DONE) {
            if (asked.contains(money.provider())) out.instant("nextAt", refund.nextAt());
            else out.flag("byHand", true);
        }
        out.present(refund.doneAt(), (o, at) -> o.instant("doneAt", at));
    }
}
