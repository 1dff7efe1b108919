package dev.sluice.server.rehearse;

import dev.sluice.port.Catalogue;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;

/// `/admin/rehearsals`: crowds that an operator sends at this very node, and their reports.
public final class AdminRehearsals {

    private static final String PATH = "/api/v1/admin/rehearsals";
    private static final String ONE = PATH + "/{rehearsalId}";

    /// The page brings a policy of its own, which allows its script and its style by their hashes
    /// and nothing else. This one takes the operator's session and the network away from it.
    private static final String POLICY =
            "sandbox allow-scripts; connect-src 'none'; img-src 'none'; font-src 'none';"
                    + " media-src 'none'; object-src 'none'; frame-src 'none'; worker-src 'none';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Rehearsals rehearsals;
    private final Catalogue catalogue;

    public AdminRehearsals(Rehearsals rehearsals, Catalogue catalogue) {
        this.rehearsals = rehearsals;
        this.catalogue = catalogue;
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::list)
                .post(PATH, RouteGroup.ADMIN, this::start)
                .post(ONE + "/stop", RouteGroup.ADMIN, this::stop)
                .get(ONE + "/report", RouteGroup.ADMIN, this::report);
    }

    private Reply list(Call call) {
        return Reply.json(
                200,
                out ->
                        out.flag("allowed", rehearsals.isAllowed())
                                .list("rehearsals", rehearsals.list(), this::write));
    }

    private Reply start(Call call) {
        var body = call.body("scenario", "buyers", "units", "durationSeconds", "saleId");
        var request = StartedRehearsal.Request.read(body, "saleId");
        boolean isThere = request.copyOf().flatMap(catalogue::findSale).isPresent();
        if (request.copyOf().isPresent() && !isThere) throw Problem.of(Code.NO_SUCH_SALE);
        var begun = rehearsals.start(request);
        return Reply.json(202, out -> write(out, begun));
    }

    private Reply stop(Call call) {
        call.noBody();
        var rehearsal = find(call);
        rehearsals.findChild(rehearsal).ifPresent(RehearsalChild::stop);
        return Reply.json(200, out -> write(out, rehearsal));
    }

    private Reply report(Call call) {
        var page = rehearsals.report(find(call));
        return page.map(html -> Reply.bytes(200, Reply.HTML, html))
                .orElseThrow(() -> Problem.of(Code.NO_REPORT))
                .with("Content-Security-Policy", POLICY);
    }

    private StartedRehearsal find(Call call) {
        var id = call.id("rehearsalId", StartedRehearsal.Id::parse, Code.NO_SUCH_REHEARSAL);
        return rehearsals.find(id).orElseThrow(() -> Problem.of(Code.NO_SUCH_REHEARSAL));
    }

    private void write(JsonOut out, StartedRehearsal rehearsal) {
        rehearsal.write(out);
        rehearsals
                .findChild(rehearsal)
                .ifPresent(child -> {
                    if (child.isStopping()) out.flag("stopping", true);
                    out.present(child.said(), (o, line) -> o.text("progress", line));
                });
    }
}
