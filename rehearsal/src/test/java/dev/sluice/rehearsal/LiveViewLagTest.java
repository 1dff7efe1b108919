package dev.sluice.rehearsal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import dev.sluice.rehearsal.http.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The live view of the console while 50,000 buyers come. Server, crowd and browser share this
/// machine, so what is measured is an upper bound.
@Tag("long")
@Timeout(600)
class LiveViewLagTest {

    private static final int BUYERS = 50_000;
    private static final double PATIENCE_MS = 120_000;
    private static final double AGE_MAX_MS = 3_000;

    private static final String ORDER =
            """
            {"scenario": "typical", "buyers": %d, "durationSeconds": 25}
            """;

    /// Notes of each push how old its figures are when they have been painted, and how long a frame
    /// takes at most.
    private static final String MEASURE =
            """
            window.seen = { ages: [], paints: [], longest: 0 }
            const Plain = window.WebSocket
            window.WebSocket = class extends Plain {
              constructor(...of) {
                super(...of)
                this.addEventListener('message', event => {
                  const [arrived, made] = [performance.now(), Date.parse(JSON.parse(event.data).at)]
                  requestAnimationFrame(() => requestAnimationFrame(() => {
                    seen.ages.push(Date.now() - made)
                    seen.paints.push(performance.now() - arrived)
                  }))
                })
              }
            }
            let last = performance.now()
            const frame = now => {
              seen.longest = Math.max(seen.longest, now - last)
              last = now
              requestAnimationFrame(frame)
            }
            requestAnimationFrame(frame)
            """;

    private static final String SUMMARY =
            """
            () => {
              const sorted = list => [...list].sort((a, b) => a - b)
              const at = (list, part) => sorted(list)[Math.floor(part * (list.length - 1))]
              return {
                pushes: seen.ages.length,
                ageMedian: at(seen.ages, 0.5), ageMax: at(seen.ages, 1),
                paintMedian: at(seen.paints, 0.5), paintMax: at(seen.paints, 1),
                longestFrame: seen.longest,
              }
            }
            """;

    @TempDir Path folder;

    @Test
    void a_sale_of_50_000_buyers_is_shown_without_lag() throws Exception {
        try (var server = TestServer.start(folder);
                var browser = new Browser()) {
            server.call("POST", "rehearsals", ORDER.formatted(BUYERS));
            var playing = server.awaitRehearsal(each -> !Json.text(each, "saleId").isEmpty());
            var sale = "sales/" + Json.text(playing, "saleId");
            var page = browser.console(server, "/" + sale, MEASURE);

            var ended = server.awaitRehearsal(each -> !Json.text(each, "state").equals("RUNNING"));

            assertTrue(ended.get("verdict").toString().contains("holds=true"), ended::toString);
            shows(page, server.call("GET", sale + "/stats", ""));
            var patient = new HasAttributeOptions().setTimeout(PATIENCE_MS);
            assertThat(page.locator("[data-light]")).hasAttribute("data-light", "green", patient);
            page.screenshot(
                    new Page.ScreenshotOptions()
                            .setPath(Path.of("target/screenshots/console-live-50000.png"))
                            .setFullPage(true));
            judge(page);
        }
    }

    @SuppressWarnings("unchecked")
    private static void shows(Page page, Map<String, Object> stats) {
        var totals = (Map<String, Object>) stats.get("totals");
        for (var step : List.of("arrived", "passes", "claims", "won", "paid")) {
            var count = "%,d".formatted(Long.parseLong(Json.text(totals, step)));
            assertThat(page.locator("[data-funnel=" + step + "]"))
                    .hasText(count, new HasTextOptions().setTimeout(PATIENCE_MS));
        }
    }

    @SuppressWarnings("unchecked")
    private static void judge(Page page) {
        var seen = (Map<String, Object>) page.evaluate(SUMMARY);
        System.out.printf(Locale.ROOT, "live view of %,d buyers: %s%n", BUYERS, seen);
        assertTrue(number(seen, "pushes") >= 20, seen::toString);
        assertTrue(number(seen, "ageMax") < AGE_MAX_MS, seen::toString);
    }

    private static double number(Map<String, Object> seen, String name) {
        return ((Number) seen.get(name)).doubleValue();
    }
}
