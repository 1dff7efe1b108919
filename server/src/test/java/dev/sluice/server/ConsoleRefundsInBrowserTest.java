package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.options.AriaRole;
import dev.sluice.id.PaymentId;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Refunds in the console, in a real browser.
class ConsoleRefundsInBrowserTest extends ConsolePages {

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.payments.sandbox", "true");
    }

    @Test
    void a_person_marks_a_refund_as_done_and_lets_another_be_asked_for_now() {
        operator().put("/admin/sandbox/refunds", Map.of("mood", "refuses")).is(200);
        stray("cash", "by-hand");
        stray("sandbox", "asked");
        var page = console("/refunds", View.DESKTOP).page();
        assertThat(page.locator("[data-refund]")).hasCount(2);
        assertThat(page.locator("[data-state=FAILED]")).containsText("refused");

        var byHand = page.locator("[data-state=PENDING]");
        assertThat(byHand).containsText("by-hand");
        byHand.getByText("Mark as done").click();
        var dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByRole(AriaRole.TEXTBOX).fill("Sent by bank.");
        dialog.getByRole(AriaRole.BUTTON).getByText("Mark as done").click();
        assertThat(page.locator("[data-state=DONE]")).containsText("Sent by bank.");

        // Refunds are asked for again by themselves, too; until the click, in vain.
        page.route(
                "**/admin/refunds/*/retry",
                route -> {
                    operator().put("/admin/sandbox/refunds", Map.of("mood", "honest")).is(200);
                    route.resume();
                });
        page.locator("[data-state=FAILED]").getByText("Ask now").click();
        assertThat(page.locator("[data-state=DONE]")).hasCount(2);
        page.getByLabel("Show").selectOption("pending");
        assertThat(page.getByText("No refunds here")).isVisible();
        assertEquals(0, operator().get("/admin/refunds").is(200).number("open"));
    }

    private void stray(String provider, String reference) {
        var none = Optional.<PaymentId>empty();
        var money =
                new Deposit(
                        provider,
                        reference,
                        none,
                        Optional.empty(),
                        new Money(500, "CNY"),
                        Fate.UNKNOWN_PAYMENT,
                        clock.instant());
        sluice.engine().ports().refunds().sendBack(money);
    }
}
