package dev.sluice.server.admin;

import dev.sluice.board.SaleBoard;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.ProductId;
import dev.sluice.operation.SaleDesk;
import dev.sluice.port.Catalogue;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import io.vertx.core.http.HttpHeaders;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// `/admin/products`: the catalogue.
public final class AdminProducts {

    private static final String PATH = "/api/v1/admin/products";
    private static final String ONE = PATH + "/{productId}";
    private static final int NAME_MAX = 200;
    private static final int DESCRIPTION_MAX = 4_000;
    private static final int IMAGE_URL_MAX = 2_000;

    private final Catalogue catalogue;
    private final SaleDesk desk;
    private final SaleBoard sales;
    private final Snowflakes ids;

    public AdminProducts(Catalogue catalogue, SaleDesk desk, SaleBoard sales, Snowflakes ids) {
        this.catalogue = catalogue;
        this.desk = desk;
        this.sales = sales;
        this.ids = ids;
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::list)
                .post(PATH, RouteGroup.ADMIN, this::create)
                .get(ONE, RouteGroup.ADMIN, this::show)
                .put(ONE, RouteGroup.ADMIN, this::replace)
                .delete(ONE, RouteGroup.ADMIN, this::delete);
    }

    private Reply list(Call call) {
        var query = call.query("after", "limit");
        int limit = (int) query.integer("limit", 1, 100, 50);
        var found = catalogue.findProducts(query.id("after", ProductId::parse), limit + 1);
        var page = found.stream().limit(limit).toList();
        return Reply.json(
                200,
                out -> {
                    out.list("products", page, AdminProducts::write);
                    if (found.size() > limit) out.text("next", page.getLast().id());
                });
    }

    private Reply create(Call call) {
        var product = product(call, new ProductId(ids.next()));
        catalogue.insertProduct(product);
        return Reply.json(201, out -> write(out, product))
                .with(HttpHeaders.LOCATION, PATH + "/" + product.id());
    }

    private Reply show(Call call) {
        var product = catalogue.findProduct(id(call)).orElseThrow(AdminProducts::unknown);
        return Reply.json(200, out -> write(out, product));
    }

    private Reply replace(Call call) {
        var product = product(call, id(call));
        if (!catalogue.updateProduct(product)) throw unknown();
        for (var sale : sales.sales()) {
            if (offers(sale, product.id())) desk.changed(sale.id());
        }
        return Reply.json(200, out -> write(out, product));
    }

    private Reply delete(Call call) {
        call.noBody();
        return switch (catalogue.deleteProduct(id(call))) {
            case DONE -> Reply.empty(204);
            case NO_SUCH_PRODUCT -> throw unknown();
            case IN_USE -> throw Problem.of(Code.PRODUCT_IN_USE);
        };
    }

    private static boolean offers(Sale sale, ProductId product) {
        return sale.offers().stream().anyMatch(offer -> offer.product().id().equals(product));
    }

    private static ProductId id(Call call) {
        return call.id("productId", ProductId::parse, Code.NO_SUCH_PRODUCT);
    }

    private static Problem unknown() {
        return Problem.of(Code.NO_SUCH_PRODUCT);
    }

    private static Product product(Call call, ProductId id) {
        var body = call.body("name", "description", "imageUrl");
        return new Product(
                id,
                body.title("name", NAME_MAX),
                body.text("description", 0, DESCRIPTION_MAX),
                imageUrl(body));
    }

    private static Optional<String> imageUrl(Fields body) {
        var url = body.optionalText("imageUrl", 1, IMAGE_URL_MAX);
        if (url.isPresent() && !isAddress(url.get())) {
            throw body.invalid("imageUrl", Flaw.BAD_FORMAT, "/path or https://...");
        }
        return url;
    }

    /// Here or elsewhere by HTTPS; pages show no other pictures, by their content policy.
    private static boolean isAddress(String text) {
        boolean isHere = text.startsWith("/") && !text.startsWith("//");
        boolean begins = isHere || text.startsWith("https://");
        try {
            return begins && new URI(text).toString().equals(text);
        } catch (URISyntaxException bad) {
            return false;
        }
    }

    /// The fields of a product, the same here and in an offer.
    static void write(JsonOut out, Product product) {
        out.text("productId", product.id())
                .text("name", product.name())
                .text("description", product.description())
                .present(product.imageUrl(), (o, url) -> o.text("imageUrl", url));
    }
}
