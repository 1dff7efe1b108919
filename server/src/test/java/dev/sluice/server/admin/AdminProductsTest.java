package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.Garbage;
import dev.sluice.server.json.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminProductsTest extends AdminTest {

    private static final String UNKNOWN = "0ns7d2k8v0w1a";

    @Test
    void a_product_is_added_read_changed_and_removed() {
        var phone = Map.of("name", "Phone", "description", "", "imageUrl", "/images/phone.svg");
        var made = operator().post("/admin/products", phone).is(201);
        var path = "/admin/products/" + made.text("productId");

        assertEquals(made.json(), operator().get(path).is(200).json());
        assertEquals("/api/v1" + path, made.header("location").orElseThrow());
        var lamp = Map.of("name", "灯", "description", "Warm");
        var changed = operator().put(path, lamp).is(200);
        assertEquals("灯", changed.text("name"));
        assertFalse(changed.json().has("imageUrl"));
        operator().delete(path).is(204);
        operator().get(path).is(Code.NO_SUCH_PRODUCT);
        operator().delete(path).is(Code.NO_SUCH_PRODUCT);
        operator().put(path, lamp).is(Code.NO_SUCH_PRODUCT);
    }

    @Test
    void a_product_that_a_draft_offers_cannot_be_removed() {
        var product = draft(1).text("offers/0/product/productId");

        operator().delete("/admin/products/" + product).is(Code.PRODUCT_IN_USE);
    }

    @Test
    void a_change_shows_in_a_published_sale_at_once() {
        var sale = published(5);
        var product = sale.text("offers/0/product/productId");

        operator()
                .put("/admin/products/" + product, Map.of("name", "New", "description", "x"))
                .is(200);

        var shown = api.get("/sales/" + sale.text("saleId")).is(200);
        assertEquals("New", shown.text("offers/0/product/name"));
    }

    @Test
    void a_list_comes_page_by_page() {
        for (int i = 0; i < 5; i++) newProduct();
        var seen = new ArrayList<String>();
        var next = "";
        do {
            var page = operator().get("/admin/products?limit=2" + next).is(200);
            page.json().get("products").forEach(p -> seen.add(p.get("productId").asText()));
            next = page.json().has("next") ? "&after=" + page.text("next") : null;
        } while (next != null);

        assertEquals(5, seen.size());
        assertEquals(5, seen.stream().distinct().count());
        operator().get("/admin/products?limit=0").isInvalid("limit");
        operator().get("/admin/products?limit=101").isInvalid("limit");
        operator().get("/admin/products?after=nonsense").isInvalid("after");
    }

    @Test
    void whoever_is_no_operator_is_refused_before_anything_else() {
        api.get("/admin/products").is(Code.NO_OPERATOR);
        api.post("/admin/products", Map.of("nonsense", 1)).is(Code.NO_OPERATOR);
        api.as("wrong").get("/admin/products/" + UNKNOWN).is(Code.NO_OPERATOR);
        api.as("wrong").put("/admin/products/" + UNKNOWN, Map.of()).is(Code.NO_OPERATOR);
        api.delete("/admin/products/" + UNKNOWN).is(Code.NO_OPERATOR);
        var answer = api.with("Accept-Language", "zh-CN").get("/admin/products");
        assertTrue(answer.text("detail").contains("运营"), answer::toString);
    }

    @Test
    void a_picture_has_an_address_that_a_browser_understands() {
        var bads =
                List.of(
                        "javascript:alert(1)",
                        "images/x.png",
                        "/a b",
                        "https://[x",
                        "http://cdn.example/x.png",
                        "//cdn.example/x.png");
        for (var bad : bads) {
            var product = Map.of("name", "x", "description", "", "imageUrl", bad);
            operator().post("/admin/products", product).isInvalid("imageUrl");
        }
        var far = Map.of("name", "x", "description", "", "imageUrl", "https://cdn.example/x.png");
        operator().post("/admin/products", far).is(201);
    }

    @Test
    void a_product_has_a_name_that_can_be_read() {
        var blank = Map.of("name", " ", "description", "");
        operator().post("/admin/products", blank).isInvalid("name");
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var body = "{\"name\": \"x\", \"description\": \"y\", \"imageUrl\": \"/z\"}";
        var one = "/admin/products/" + newProduct();
        return Stream.of(
                        Garbage.to(operator(), "POST", "/admin/products").withBody(body).tests(),
                        Garbage.to(operator(), "PUT", one).withBody(body).tests(),
                        Garbage.to(operator(), "GET", one).tests(),
                        Garbage.to(operator(), "DELETE", one).tests())
                .flatMap(tests -> tests);
    }
}
