package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Catalogue.Deleted;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What every catalogue must do. An adapter's test implements this; the catalogue of each test is
/// new.
public interface CatalogueContract extends BookFixture {

    @Test
    default void a_product_is_found_as_it_was_inserted_or_updated() {
        var plain = new Product(new ProductId(2), "中文 'name'", "", Optional.empty());
        catalogue().insertProduct(product(1));
        catalogue().insertProduct(plain);
        restart();

        assertEquals(Optional.of(product(1)), catalogue().findProduct(new ProductId(1)));
        assertEquals(Optional.of(plain), catalogue().findProduct(plain.id()));
        assertEquals(Optional.empty(), catalogue().findProduct(new ProductId(3)));

        var renamed = new Product(plain.id(), "new", "text", Optional.of("/x.png"));
        assertTrue(catalogue().updateProduct(renamed));
        assertEquals(Optional.of(renamed), catalogue().findProduct(plain.id()));
        assertFalse(catalogue().updateProduct(product(3)));
        assertEquals(Optional.empty(), catalogue().findProduct(new ProductId(3)));
    }

    @Test
    default void products_are_listed_by_id_in_pages() {
        for (int n : List.of(3, 1, 4, 2)) catalogue().insertProduct(product(n));

        var first = catalogue().findProducts(Optional.empty(), 3);
        var rest = catalogue().findProducts(Optional.of(first.getLast().id()), 3);

        assertEquals(List.of(product(1), product(2), product(3)), first);
        assertEquals(List.of(product(4)), rest);
    }

    @Test
    default void a_product_in_a_sale_is_not_deleted() {
        publish(1);
        catalogue().insertProduct(product(2));

        assertEquals(Deleted.IN_USE, catalogue().deleteProduct(new ProductId(1)));
        assertEquals(Deleted.DONE, catalogue().deleteProduct(new ProductId(2)));
        assertEquals(Deleted.NO_SUCH_PRODUCT, catalogue().deleteProduct(new ProductId(2)));
        assertTrue(catalogue().findProduct(new ProductId(1)).isPresent());
    }

    @Test
    default void a_sale_is_found_as_it_was_inserted() {
        catalogue().insertProduct(product(1));
        var sale = sale(Stage.DRAFT, 10);

        assertTrue(catalogue().insertSale(sale));
        restart();

        assertEquals(Optional.of(sale), catalogue().findSale(SALE));
        assertEquals(Optional.empty(), catalogue().findSale(new SaleId(999)));
    }

    @Test
    default void a_sale_is_found_by_its_offer_whatever_its_stage() {
        assertEquals(Optional.empty(), catalogue().findSaleOf(OFFER));
        publish(1);
        assertEquals(SALE, catalogue().findSaleOf(OFFER).orElseThrow().id());
        catalogue().moveSale(SALE, Stage.PUBLISHED, Stage.CLOSED, NOW);

        var closed = catalogue().findSaleOf(OFFER);

        assertEquals(catalogue().findSale(SALE), closed);
        assertEquals(Optional.empty(), catalogue().findSaleOf(new OfferId(999)));
    }

    @Test
    default void an_offer_shows_its_product_as_it_is_now() {
        publish(1);
        var renamed = new Product(new ProductId(1), "new", "text", Optional.empty());
        catalogue().updateProduct(renamed);

        var sale = catalogue().findSale(SALE).orElseThrow();

        assertEquals(renamed, sale.offers().getFirst().product());
    }

    @Test
    default void sales_are_listed_newest_first_in_pages() {
        catalogue().insertProduct(product(1));
        for (int n = 1; n <= 4; n++) catalogue().insertSale(numbered(n, Stage.DRAFT));

        var first = catalogue().findSales(Optional.empty(), 3);
        var rest = catalogue().findSales(Optional.of(first.getLast().id()), 3);

        assertEquals(
                List.of(
                        numbered(4, Stage.DRAFT),
                        numbered(3, Stage.DRAFT),
                        numbered(2, Stage.DRAFT)),
                first);
        assertEquals(List.of(numbered(1, Stage.DRAFT)), rest);
    }

    @Test
    default void a_sale_has_one_successor_at_most() {
        publish(1);
        var successor = withPrevious(numbered(1, Stage.PUBLISHED), SALE);
        var second = withPrevious(numbered(2, Stage.PUBLISHED), SALE);

        assertTrue(catalogue().insertSale(successor));
        assertFalse(catalogue().insertSale(second));

        assertEquals(Optional.of(successor), catalogue().findSale(successor.id()));
        assertEquals(Optional.empty(), catalogue().findSale(second.id()));
        var offer = second.offers().getFirst().id();
        assertEquals(List.of(), book().movements(offer, 0, 10));
    }

    @Test
    default void a_draft_is_replaced_with_its_offers() {
        catalogue().insertProduct(product(1));
        catalogue().insertSale(sale(Stage.DRAFT, 10));
        var other = sale(SALE, Stage.DRAFT, List.of(offer(SALE, new OfferId(85), 7)));

        assertTrue(catalogue().replaceDraft(other));

        assertEquals(Optional.of(other), catalogue().findSale(SALE));
    }

    @Test
    default void a_published_sale_is_not_replaced() {
        publish(10);

        assertFalse(catalogue().replaceDraft(sale(Stage.DRAFT, 20)));
        assertFalse(catalogue().replaceDraft(numbered(1, Stage.DRAFT)));

        assertEquals(Optional.of(sale(Stage.PUBLISHED, 10)), catalogue().findSale(SALE));
        assertEquals("10 0 0", counts(OFFER));
    }

    @Test
    default void an_update_changes_what_may_change_after_publishing() {
        publish(10);
        var sale = sale(Stage.PUBLISHED, 10);
        var changed =
                new Sale(
                        SALE,
                        "new title",
                        sale.opensAt().plusSeconds(1),
                        sale.closesAt().plusSeconds(600),
                        Stage.PAUSED,
                        Sale.ChallengeKind.NONE,
                        9,
                        Duration.ofMinutes(5),
                        Sale.Repeat.DAILY,
                        Optional.empty(),
                        sale.createdAt(),
                        List.of());

        catalogue().updateSale(changed);

        var expected =
                new Sale(
                        SALE,
                        changed.title(),
                        sale.opensAt(),
                        changed.closesAt(),
                        sale.stage(),
                        sale.challenge(),
                        changed.gateFactor(),
                        changed.payWithin(),
                        changed.repeat(),
                        sale.previous(),
                        sale.createdAt(),
                        sale.offers());
        assertEquals(Optional.of(expected), catalogue().findSale(SALE));
    }

    @Test
    default void a_sale_moves_only_from_the_stage_it_is_in() {
        catalogue().insertProduct(product(1));
        catalogue().insertSale(sale(Stage.DRAFT, 10));

        assertFalse(catalogue().moveSale(SALE, Stage.PUBLISHED, Stage.PAUSED, NOW));
        assertTrue(catalogue().moveSale(SALE, Stage.DRAFT, Stage.PUBLISHED, NOW));
        assertFalse(catalogue().moveSale(SALE, Stage.DRAFT, Stage.PUBLISHED, NOW));
        assertFalse(catalogue().moveSale(new SaleId(999), Stage.DRAFT, Stage.PUBLISHED, NOW));
        assertEquals(Stage.PUBLISHED, catalogue().findSale(SALE).orElseThrow().stage());
    }

    @Test
    default void publishing_stocks_each_offer_once() throws Exception {
        catalogue().insertProduct(product(1));
        catalogue().insertSale(sale(Stage.DRAFT, 10));
        assertEquals(List.of(), book().movements(OFFER, 0, 10));

        var moved =
                allAtOnce(8, i -> catalogue().moveSale(SALE, Stage.DRAFT, Stage.PUBLISHED, NOW));
        catalogue().moveSale(SALE, Stage.PUBLISHED, Stage.PAUSED, LATER);
        catalogue().moveSale(SALE, Stage.PAUSED, Stage.PUBLISHED, LATER);

        assertEquals(1, moved.stream().filter(done -> done).count());
        for (var offer : List.of(OFFER, OTHER_OFFER)) {
            var movements = book().movements(offer, 0, 10);
            assertEquals(List.of(Why.STOCKED), movements.stream().map(Movement::why).toList());
            assertEquals(10, movements.getFirst().units());
            assertEquals(NOW, movements.getFirst().at());
        }
    }

    @Test
    default void a_sale_inserted_as_published_is_stocked() {
        publish(10);

        var movements = book().movements(OFFER, 0, 10);

        assertEquals(List.of(Why.STOCKED), movements.stream().map(Movement::why).toList());
        assertEquals("10 0 0", counts(OFFER));
    }

    @Test
    default void live_are_sales_that_can_still_sell_or_wait_for_money() {
        publish(10);
        catalogue().insertSale(numbered(1, Stage.DRAFT));
        catalogue().insertSale(numbered(2, Stage.PAUSED));
        catalogue().insertSale(numbered(3, Stage.CLOSED));
        var closesAt = sale(Stage.PUBLISHED, 10).closesAt();

        assertEquals(List.of(new SaleId(2), SALE), live(closesAt.minusMillis(1)));
        assertEquals(List.of(), live(closesAt));

        book().settle(List.of(order(1, 1)));
        assertEquals(List.of(SALE), live(closesAt));
        book().cancel(orderId(1), LATER);
        assertEquals(List.of(), live(closesAt));
    }

    private List<SaleId> live(Instant now) {
        return catalogue().findLiveSales(now).stream().map(Sale::id).sorted().toList();
    }

    private static Sale numbered(int n, Stage stage) {
        var id = new SaleId(n);
        return sale(id, stage, List.of(offer(id, new OfferId(1_000 + n), 10)));
    }
}
