package dev.sluice.server.admin;

import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.SaleId;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Catalogue;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.sale.Sale.State;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// `/admin/sales`: drafting, changing, publishing, pausing, resuming and closing sales.
///
/// What changes a sale takes turns here, so that a change that was checked against a sale is made
/// to that very sale.
public final class AdminSales {

    private static final String PATH = "/api/v1/admin/sales";
    private static final String ONE = PATH + "/{saleId}";

    /// What an operator may tell a sale to do, and in which states.
    private enum Command {
        PUBLISH(Stage.PUBLISHED, EnumSet.of(State.DRAFT)),
        PAUSE(Stage.PAUSED, EnumSet.of(State.UPCOMING, State.OPEN)),
        RESUME(Stage.PUBLISHED, EnumSet.of(State.PAUSED)),
        CLOSE(Stage.CLOSED, EnumSet.of(State.UPCOMING, State.OPEN, State.PAUSED));

        private final Stage to;
        private final Set<State> from;

        Command(Stage to, Set<State> from) {
            this.to = to;
            this.from = from;
        }
    }

    private final Catalogue catalogue;
    private final SaleDesk desk;
    private final SaleBoard sales;
    private final InstantSource clock;
    private final SaleForm form;

    public AdminSales(
            Catalogue catalogue,
            SaleDesk desk,
            SaleBoard sales,
            Snowflakes ids,
            InstantSource clock) {
        this.catalogue = catalogue;
        this.desk = desk;
        this.sales = sales;
        this.clock = clock;
        this.form = new SaleForm(catalogue, ids, clock);
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::list)
                .post(PATH, RouteGroup.ADMIN, this::create)
                .get(ONE, RouteGroup.ADMIN, this::show)
                .put(ONE, RouteGroup.ADMIN, this::change);
        for (var command : Command.values()) {
            var path = ONE + "/" + command.name().toLowerCase(Locale.ROOT);
            routes.post(path, RouteGroup.ADMIN, call -> move(call, command));
        }
    }

    private Reply list(Call call) {
        var query = call.query("after", "limit");
        int limit = (int) query.integer("limit", 1, 100, 50);
        var found = catalogue.findSales(query.id("after", SaleId::parse), limit + 1);
        var page = found.stream().limit(limit).toList();
        return Reply.json(
                200,
                out -> {
                    out.list("sales", page, this::write);
                    if (found.size() > limit) out.text("next", page.getLast().id());
                });
    }

    private Reply create(Call call) {
        var sale = form.read(call.body(SaleForm.FIELDS));
        catalogue.insertSale(sale);
        return Reply.json(201, out -> write(out, sale))
                .with(HttpHeaders.LOCATION, PATH + "/" + sale.id());
    }

    private Reply show(Call call) {
        return reply(find(call));
    }

    private synchronized Reply change(Call call) {
        var sale = find(call);
        var changed = form.read(call.body(SaleForm.FIELDS), sale);
        if (sale.stage() == Stage.DRAFT) {
            if (!catalogue.replaceDraft(changed)) throw notFor(State.DRAFT, stateOf(find(call)));
        } else {
            catalogue.updateSale(changed);
            desk.changed(sale.id());
        }
        return reply(catalogue.findSale(sale.id()).orElseThrow());
    }

    private synchronized Reply move(Call call, Command command) {
        call.noBody();
        var sale = find(call);
        if (!isDone(sale, command)) refuseUnlessReady(sale, command);
        if (!desk.move(sale.id(), command.to)) {
            throw notFor(names(command.from), stateOf(find(call)));
        }
        return reply(catalogue.findSale(sale.id()).orElseThrow());
    }

    /// A command whose answer was lost, or that failed half way, is sent again: the desk does the
    /// rest of it.
    private boolean isDone(Sale sale, Command command) {
        if (sale.stage() != command.to) return false;
        return command == Command.CLOSE || stateOf(sale) != State.CLOSED;
    }

    private void refuseUnlessReady(Sale sale, Command command) {
        var state = stateOf(sale);
        if (!command.from.contains(state)) throw notFor(names(command.from), state);
        if (command == Command.PUBLISH && !now().isBefore(sale.closesAt())) {
            throw Problem.because(Code.SALE_STATE, "closesAt", Flaw.PASSED);
        }
    }

    private Sale find(Call call) {
        return catalogue
                .findSale(call.id("saleId", SaleId::parse, Code.NO_SUCH_SALE))
                .orElseThrow(() -> Problem.of(Code.NO_SUCH_SALE));
    }

    private Instant now() {
        return clock.instant();
    }

    private State stateOf(Sale sale) {
        return sale.stateAt(now());
    }

    private static Problem notFor(Object wanted, State state) {
        return Problem.because(Code.SALE_STATE, "state", Flaw.NOT_FOR_THIS, wanted, state);
    }

    private static String names(Set<State> states) {
        return states.stream().map(State::name).collect(Collectors.joining(" / "));
    }

    private Reply reply(Sale sale) {
        return Reply.json(200, out -> write(out, sale));
    }

    private void write(JsonOut out, Sale sale) {
        out.text("saleId", sale.id())
                .text("title", sale.title())
                .instant("opensAt", sale.opensAt())
                .instant("closesAt", sale.closesAt())
                .text("state", stateOf(sale))
                .text("challenge", lower(sale.challenge()))
                .number("payWithinSeconds", sale.payWithin().toSeconds())
                .list("offers", sale.offers(), this::writeOffer)
                .number("gateFactor", sale.gateFactor())
                .text("repeat", lower(sale.repeat()))
                .present(sale.previous(), (o, previous) -> o.text("previousSaleId", previous))
                .instant("createdAt", sale.createdAt());
    }

    private void writeOffer(JsonOut out, Offer offer) {
        out.text("offerId", offer.id())
                .object("product", product -> AdminProducts.write(product, offer.product()))
                .money("price", offer.price())
                .present(offer.listPrice(), (o, price) -> o.money("listPrice", price))
                .number("stock", offer.stock())
                .number("perBuyer", offer.perBuyer())
                .text("availability", sales.availability(offer.id()));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
