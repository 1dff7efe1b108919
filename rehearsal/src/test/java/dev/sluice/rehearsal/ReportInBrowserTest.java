package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Opens a written report in a real browser. Pictures of what it saw are left in the build folder,
/// for people to look at.
class ReportInBrowserTest {
    private static final Path PICTURES = Path.of("target", "screenshots");
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
        browser = new Browser();
    }

    @AfterAll
    static void close() {
        if (browser != null) browser.close();
    }

    @Test
    void it_is_whole_on_a_desk_and_on_a_phone_by_day_and_by_night() {
        for (var run : List.of("good", "bad", "empty", "long")) {
            for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                for (int width : new int[] {1_280, 820, 375, 320}) look(run, width, scheme);
            }
        }
    }

    private static void look(String run, int width, ColorScheme scheme) {
        var tab = browser.open(file(run), width, 900, scheme);
        var page = tab.page();
        var what = run + "-" + width + "-" + scheme.name().toLowerCase(java.util.Locale.ROOT);
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(PICTURES.resolve(what + ".png")));

        assertEquals(List.of(), tab.complaints(), what);
        assertEquals(List.of(file(run).toUri().toString()), tab.requests(), what);
        var wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
        assertEquals(
                0, Math.max(0, ((Number) wider).intValue()), what + " is wider than the window");
        for (var plot : PLOTS) assertVisible(page, plot, what, run.equals("empty"));
        page.context().close();
    }

    private static void assertVisible(Page page, String plot, String what, boolean empty) {
        var shown = page.locator("#" + plot + " svg.plot:visible");
        assertEquals(1, shown.count(), plot + " of " + what + " is drawn once");
        var box = shown.boundingBox();
        assertTrue(box.width > 200, plot + " of " + what + " is " + box.width + " wide");
        if (empty) return;
        int drawn = shown.locator("path.area, path.steps, path.line, rect.bar").count();
        assertTrue(drawn > 0, plot + " of " + what + " is empty");
    }

    private static Path file(String run) {
        return folder.resolve(run).resolve("report.html");
    }
}
