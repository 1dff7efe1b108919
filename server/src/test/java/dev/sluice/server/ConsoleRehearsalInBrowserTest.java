package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// How an operator rehearses a sale from its page, follows and stops it, in a real browser and with
/// a stand-in for the crowd. The module `rehearsal` does the same with a real one.
class ConsoleRehearsalInBrowserTest extends ConsolePages {

    private boolean isAllowed = true;

    @Override
    public Map<String, String> settings() {
        return isAllowed ? withRehearsals() : Map.of();
    }

    @Test
    void a_sale_is_rehearsed_from_its_page_and_every_ending_is_shown() throws Exception {
        var sale = draft("Singles' Day", 20).text("saleId");
        var tab = console("/sales/" + sale, View.DESKTOP);
        var page = tab.page();

        button(page, "Rehearse").click();
        page.getByLabel("Buyers").fill("0");
        button(page, "Start").click();
        assertThat(dialog(page)).containsText("A whole number from 1 to 200,000.");
        page.getByLabel("Buyers").fill("300");
        assertThat(dialog(page)).containsText("its own stock is not touched");
        shootBoth(tab, "console-rehearse-dialog", "en");

        start(page, "hostile");
        assertThat(dialog(page).getByRole(AriaRole.ALERT)).containsText("sluice rehearse: ");

        start(page, "restock");
        assertThat(dialog(page).getByRole(AriaRole.STATUS)).containsText("Making buyers …");
        shootBoth(tab, "console-rehearse-progress", "en");
        dialog(page).getByText("Rehearsals").click();

        var row = page.locator("[data-rehearsal]").first();
        assertThat(row).containsText("making buyers");
        assertThat(row).containsText("A copy of Singles' Day");
        assertThat(row.getByText("Watch live")).isHidden();
        shootBoth(tab, "console-rehearsals-copy", "en");
        row.getByText("Stop").click();
        assertThat(row).containsText("It was stopped before there was anything to report.");
        row.getByText("Singles' Day").click();
        assertThat(page).hasURL(Pattern.compile("#/sales/" + sale + "$"));

        button(page, "中文").click();
        lookInChinese(tab);
    }

    private static void lookInChinese(Tab tab) throws IOException {
        var page = tab.page();
        button(page, "演练").click();
        page.getByLabel("场景").selectOption("restock");
        button(page, "开始").click();
        assertThat(dialog(page).getByRole(AriaRole.STATUS)).isVisible();
        shootBoth(tab, "console-rehearse-progress", "zh-CN");
        dialog(page).getByText("演练列表").click();
        var row = page.locator("[data-rehearsal]").first();
        assertThat(row.getByText("停止")).isVisible();
        shootBoth(tab, "console-rehearsals-copy", "zh-CN");
    }

    @Test
    void the_copy_is_watched_live_stopped_and_left_for_the_sale_itself() throws Exception {
        var sale = openSale("Singles' Day", 20).text("saleId");
        var copy = openSale("Rehearsal: Singles' Day", 20).text("saleId");
        Files.createDirectories(folder.resolve("rehearsals"));
        Files.writeString(folder.resolve("rehearsals/played"), copy);
        var tab = console("/sales/" + sale, View.PHONE.in("zh-CN"));
        var page = tab.page();

        expect(page, "[data-light]").hasAttribute("data-light", "green");
        button(page, "演练").click();
        shootBoth(tab, "console-rehearse-dialog", "zh-CN");
        button(page, "开始").click();
        assertThat(page).hasURL(Pattern.compile("#/sales/" + copy + "$"));
        assertThat(page.locator("h1")).hasText("Rehearsal: Singles' Day");
        assertThat(button(page, "返回原活动")).isVisible();
        assertThat(button(page, "演练")).isHidden();
        expect(page, "[data-light]").hasAttribute("data-light", "green");
        shootBoth(tab, "console-rehearse-copy", "zh-CN");
        speak(page, "English");
        assertThat(button(page, "Back to the sale")).isVisible();
        shootBoth(tab, "console-rehearse-copy", "en");
        speak(page, "中文");
        button(page, "返回原活动").click();
        assertThat(page).hasURL(Pattern.compile("#/sales/" + sale + "$"));

        page.navigate("/console#/rehearsals");
        var row = page.locator("[data-rehearsal]");
        assertThat(row).containsText("the sale is open");
        row.getByText("实时查看").click();
        assertThat(page).hasURL(Pattern.compile("#/sales/" + copy + "$"));
        button(page, "演练列表").click();
        row.getByText("停止").click();
        assertThat(row).containsText("全部承诺均已兑现");
    }

    @Test
    void where_rehearsals_are_off_the_page_says_how_to_allow_them() throws Exception {
        isAllowed = false;
        restartSluice();
        var sale = draft("Singles' Day", 20).text("saleId");
        var tab = console("/rehearsals", View.DESKTOP);
        var page = tab.page();
        assertThat(page.getByText("Rehearsals are off here")).isVisible();
        assertThat(page.getByText("./sluice run --rehearsal")).isVisible();
        assertThat(button(page, "Start")).isHidden();
        shootGood(tab, "console-rehearsals-off");

        page.navigate("/console#/sales/" + sale);
        assertThat(button(page, "Edit")).isVisible();
        assertThat(button(page, "Rehearse")).isHidden();
    }

    /// Chooses the language in the menu of a phone.
    private static void speak(Page page, String language) {
        page.locator(".menu").click();
        button(page, language).click();
        page.locator(".menu").click();
    }

    private static Locator dialog(Page page) {
        return page.getByRole(AriaRole.DIALOG);
    }

    private static void start(Page page, String crowd) {
        page.getByLabel("Scenario").selectOption(crowd);
        button(page, "Start").click();
    }
}
