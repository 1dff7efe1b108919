package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotScale;
import dev.sluice.contracts.Soon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/// A test of pages in this machine's Chromium, which has no window and no other network than the
/// Sluice of the test. Pictures go to `target/screenshots`.
@FreshSluice("pages show all that there is")
abstract class BrowserTest extends ApiTest {

    private static final List<String> ARGUMENTS =
            List.of(
                    "--no-sandbox",
                    "--disable-dev-shm-usage",
                    "--disable-gpu",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Path AXE = Path.of("..", "web/node_modules/axe-core/axe.min.js");

    /// Impacts that nobody should meet.
    private static final String FIND_BARRIERS =
            """
            async () => (await axe.run()).violations
                .filter(found => ['serious', 'critical'].includes(found.impact))
                .map(found => found.id + ': ' + found.nodes.map(n => n.html).join(' | '))
            """;

    /// What the browser notes when a page gives a socket up because the server was slow to answer.
    private static final String GIVEN_UP = "closed before the connection is established";

    private static final double PATIENCE_MS = Soon.LIMIT.toMillis();

    private final List<BrowserContext> contexts = new ArrayList<>();

    /// Through what a person looks.
    record View(String locale, int width, int height, ColorScheme scheme) {

        static final View PHONE = new View("en", 390, 844, ColorScheme.LIGHT);
        static final View DESKTOP = new View("en", 1280, 800, ColorScheme.LIGHT);

        View in(String locale) {
            return new View(locale, width, height, scheme);
        }

        View dark() {
            return new View(locale, width, height, ColorScheme.DARK);
        }

        boolean isPhone() {
            return width < 600;
        }

        /// For the names of pictures.
        String label() {
            var kind = isPhone() ? "phone" : "desktop";
            return kind + "-" + locale + (scheme == ColorScheme.DARK ? "-dark" : "");
        }
    }

    /// A page, and what it complained about in the console.
    record Tab(Page page, View view, List<String> complaints) {

        /// Takes a picture of the whole page. A point is a pixel, which is fine enough to look at.
        void shoot(String name) throws IOException {
            var options = new Page.ScreenshotOptions().setPath(picture(name)).setFullPage(true);
            page.screenshot(options.setScale(ScreenshotScale.CSS));
        }

        /// Where a picture by that name belongs.
        Path picture(String name) throws IOException {
            Files.createDirectories(SCREENSHOTS);
            return SCREENSHOTS.resolve(name + "-" + view.label() + ".png");
        }

        /// Nothing that keeps people with a keyboard or a screen reader out.
        void assertAccessible() throws IOException {
            page.evaluate(Files.readString(AXE));
            assertEquals(List.of(), page.evaluate(FIND_BARRIERS));
        }

        /// Nothing sticks out of the page to the side.
        void assertFits() {
            var width = page.evaluate("() => document.documentElement.scrollWidth");
            assertEquals(view.width, width, () -> page.url() + " is too wide");
        }

        void assertQuiet() {
            assertEquals(List.of(), complaints);
        }
    }

    /// One browser for all classes of the process, whose tests run on one thread. It ends with the
    /// process, since what drives it notices that.
    private static final class Chromium {

        private static final Playwright PLAYWRIGHT =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));

        static final Browser BROWSER =
                PLAYWRIGHT
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(executable())
                                        .setArgs(ARGUMENTS));
    }

    @BeforeAll
    static void bePatient() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
    }

    /// Somebody with a browser of their own: nothing is kept from others.
    BrowserContext somebody(View view) {
        var context =
                Chromium.BROWSER.newContext(
                        new NewContextOptions()
                                .setBaseURL("http://127.0.0.1:" + sluice.port())
                                .setLocale(view.locale())
                                .setViewportSize(view.width(), view.height())
                                .setDeviceScaleFactor(view.width() < 600 ? 2 : 1)
                                .setReducedMotion(
                                        com.microsoft.playwright.options.ReducedMotion.REDUCE)
                                .setColorScheme(view.scheme()));
        context.setDefaultTimeout(PATIENCE_MS);
        contexts.add(context);
        return context;
    }

    /// A tab of somebody new.
    Tab open(String path, View view) {
        return open(somebody(view), path, view);
    }

    /// Another tab of the same person.
    Tab open(BrowserContext somebody, String path, View view) {
        var page = somebody.newPage();
        var complaints = new ArrayList<String>();
        page.onConsoleMessage(message -> {
            var bad = List.of("error", "warning").contains(message.type());
            if (!bad || message.text().contains(GIVEN_UP)) return;
            complaints.add(message.type() + ": " + message.text());
        });
        page.onPageError(complaints::add);
        page.navigate(path);
        return new Tab(page, view, complaints);
    }

    @AfterEach
    void closeContexts() {
        contexts.forEach(BrowserContext::close);
    }

    private static Path executable() {
        for (var folder : System.getenv("PATH").split(":")) {
            var file = Path.of(folder, "chromium");
            if (Files.isExecutable(file)) return file;
        }
        throw new IllegalStateException("no chromium in PATH: ./sluice test installs it");
    }
}
