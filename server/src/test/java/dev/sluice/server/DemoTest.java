package dev.sluice.server;

import static java.time.temporal.ChronoUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTest extends ApiTest {

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.no-demo", "false");
    }

    private Instant begun;

    @Override
    public void startSluice() {
        begun = clock.instant();
        super.startSluice();
    }

    @Test
    @FreshSluice("it knows when its own has started")
    void the_first_start_has_a_sale_that_opens_in_a_minute() {
        var sales = operator().get("/admin/sales").is(200);

        assertEquals(1, sales.json().get("sales").size());
        assertEquals("UPCOMING", sales.text("sales/0/state"));
        assertEquals("math", sales.text("sales/0/challenge"));
        assertEquals("daily", sales.text("sales/0/repeat"));
        assertEquals(4, sales.json().at("/sales/0/offers").size());
        var made = Instant.parse(sales.text("sales/0/opensAt")).minus(Duration.ofMinutes(1));
        assertFalse(made.isBefore(begun.truncatedTo(SECONDS)), () -> made + " and " + begun);
        assertFalse(made.isAfter(clock.instant()), made::toString);
        assertEquals(4, operator().get("/admin/products").json().get("products").size());
        for (var offer : sales.json().at("/sales/0/offers")) {
            api.root().get(offer.at("/product/imageUrl").asText()).is(200);
        }
        clock.advance(Duration.ofMinutes(1));
        // By its id, since the newest is soon that of the next day.
        var opened = operator().get("/admin/sales/" + sales.text("sales/0/saleId")).is(200);
        assertEquals("OPEN", opened.text("offers/0/availability"));
    }

    @Test
    void a_later_start_adds_nothing() {
        restartSluice();

        assertEquals(1, operator().get("/admin/sales").json().get("sales").size());
        assertEquals(4, operator().get("/admin/products").json().get("products").size());
    }

    @Test
    void a_start_after_days_finds_the_next_daily_sale_to_come() {
        clock.advance(Duration.ofDays(3));
        restartSluice();

        var sales = operator().get("/admin/sales").is(200);

        assertEquals("UPCOMING", sales.text("sales/0/state"));
        assertEquals(2, sales.json().get("sales").size());
    }

    @Test
    void when_the_demo_is_over_and_nothing_is_to_come_a_new_sale_opens_in_a_minute() {
        var sale = operator().get("/admin/sales").text("sales/0/saleId");
        operator().post("/admin/sales/" + sale + "/close").is(200);
        restartSluice();

        var sales = operator().get("/admin/sales").is(200);

        assertEquals("UPCOMING", sales.text("sales/0/state"));
        assertEquals("CLOSED", sales.text("sales/1/state"));
        assertEquals(4, operator().get("/admin/products").json().get("products").size());
    }
}
