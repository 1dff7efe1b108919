package dev.sluice.rehearsal.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import dev.sluice.rehearsal.Browser;
import dev.sluice.rehearsal.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Opens written reports in a real browser. Pictures of what it saw are left in the build folder,
/// for people to look at.
class ReportInBrowserTest {
    private static final Path PICTURES = Path.of("target", "screenshots");
    private static final int DESK = 1_280;
    private static final int PHONE = 375;
    private static final List<String> PLOTS =
            List.of("flow", "refusals", "latency", "stock", "queue", "funnel");

    @TempDir static Path folder;
    private static Browser browser;

    @BeforeAll
    static void open() throws IOException {
        Files.createDirectories(PICTURES);
        Report.write(SampleRun.good(), SampleRun.goodVerdict(), folder.resolve("good"));
        Report.write(SampleRun.bad(), SampleRun.badVerdict(), folder.resolve("bad"));
        Report.write(SampleRun.empty(), new Verdict(List.of()), folder.resolve("empty"));
        Report.write(SampleRun.lasting(1_800), SampleRun.goodVerdict(), folder.resolve("long"));
        Report.write(
                SampleRun.named("w".repeat(300)), SampleRun.badVerdict(), folder.resolve("named"));
        browser = new Browser();
    }

    @AfterAll
    static void close() {
        if (browser != null) browser.close();
    }

    @Test
    void it_is_whole_on_a_desk_and_on_a_phone_by_day_and_by_night() {
        for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : new int[] {DESK, PHONE}) {
                for (var run : List.of("good", "bad")) {
                    var tab = browser.open(file(run), width, 900, scheme);
                    assertWhole(tab, run + " at " + width);
                    picture(tab.page(), run + "-" + width + "-" + scheme);
                    tab.page().context().close();
                }
            }
        }
    }

    @Test
    void it_is_whole_when_it_is_long_or_empty_or_has_an_endless_name() {
        for (int width : new int[] {820, 320}) {
            for (var run : List.of("empty", "long", "named")) {
                var tab = browser.open(file(run), width, 900, ColorScheme.LIGHT);
                assertWhole(tab, run + " at " + width);
                picture(tab.page(), run + "-" + width);
                tab.page().context().close();
            }
        }
    }

    private static void assertWhole(Browser.Tab tab, String what) {
        var page = tab.page();
        assertEquals(List.of(), tab.complaints(), what);
        assertEquals(1, tab.requests().size(), what + " asked for " + tab.requests());
        assertTrue(tab.requests().getFirst().startsWith("file:"), what);
        var wider = page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assertTrue(
                ((Number) wider).intValue() <= 0, what + " is wider than the window by " + wider);
        for (var plot : PLOTS) assertDrawn(page, plot, what);
    }

    private static void assertDrawn(Page page, String plot, String what) {
        var shown = page.locator("#" + plot + " svg.plot:visible");
        assertEquals(1, shown.count(), plot + " of " + what + " is drawn once");
        if (what.startsWith("empty")) return;
        var box = shown.boundingBox();
        assertTrue(box.width > 200 && box.height > 100, plot + " of " + what + " is too small");
        int drawn = shown.locator("path.area, path.steps, path.line, rect.bar").count();
        assertTrue(drawn > 0, plot + " of " + what + " is empty");
    }

    @Test
    void its_own_style_and_script_are_let_through_by_its_policy() {
        var page = browser.open(file("good"), DESK, 900, ColorScheme.LIGHT).page();

        assertEquals(
                "rgb(246, 247, 249)",
                page.evaluate("getComputedStyle(document.body).backgroundColor"));
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertEquals(
                "rgb(14, 19, 25)",
                page.evaluate("getComputedStyle(document.body).backgroundColor"));
        page.context().close();
    }

    @Test
    void pointing_at_one_plot_reads_the_same_second_in_all() {
        var page = browser.open(file("good"), DESK, 900, ColorScheme.LIGHT).page();
        var paid =
                page.locator("#stock .legend li", new Page.LocatorOptions().setHasText("paid"))
                        .first();
        assertEquals("1,000", paid.locator("b").textContent());

        page.locator("#latency .pictures").focus();
        page.keyboard().press("ArrowRight");
        page.keyboard().press("ArrowRight");
        page.keyboard().press("ArrowRight");

        var stock = SampleRun.good().timeline().seconds().get(2).stock();
        assertEquals(Long.toString(stock.paid()), paid.locator("b").textContent());
        assertEquals("At 2 s", page.locator("#stock .when").textContent());
        assertEquals("33,480", page.locator("#flow .legend b").first().textContent());
        var x = page.locator("#flow svg.wide .cursor").getAttribute("x");

        page.locator("#queue .pictures").hover();
        assertNotEquals(x, page.locator("#flow svg.wide .cursor").getAttribute("x"));
        assertEquals(1, page.locator("#flow.pointed").count());
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve("pointed.png")));
        page.keyboard().press("Escape");
        page.context().close();
    }

    @Test
    void it_prints_light_on_paper_without_cutting_a_plot() throws IOException {
        var page = browser.open(file("bad"), DESK, 900, ColorScheme.DARK).page();
        var pdf = PICTURES.resolve("bad.pdf");
        page.pdf(
                new Page.PdfOptions()
                        .setPath(pdf)
                        .setPreferCSSPageSize(true)
                        .setPrintBackground(true));
        var head = new String(Files.readAllBytes(pdf), 0, 5, StandardCharsets.ISO_8859_1);
        assertEquals("%PDF-", head);

        page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
        assertEquals(
                "rgb(255, 255, 255)",
                page.evaluate("getComputedStyle(document.body).backgroundColor"));
        assertEquals(
                PLOTS.size(),
                page.evaluate(
                        "[...document.querySelectorAll('figure')].filter("
                                + "f => getComputedStyle(f).breakInside === 'avoid').length"));
        page.context().close();
    }

    private static void picture(Page page, String name) {
        var file = PICTURES.resolve(name.toLowerCase(Locale.ROOT) + ".png");
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(file));
    }

    private static Path file(String run) {
        return folder.resolve(run).resolve("report.html");
    }
}
