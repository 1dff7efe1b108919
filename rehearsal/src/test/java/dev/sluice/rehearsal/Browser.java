package dev.sluice.rehearsal;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The Chromium of this machine, without a window and with no network but this machine's.
public final class Browser implements AutoCloseable {
    private static final List<String> ARGUMENTS =
            List.of(
                    "--no-sandbox",
                    "--disable-dev-shm-usage",
                    "--disable-gpu",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private static final double PATIENCE_MS = 60_000;

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    public Browser() {
        var options =
                new Playwright.CreateOptions()
                        .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
        playwright = Playwright.create(options);
        chromium =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(executable())
                                        .setArgs(ARGUMENTS));
    }

    private static Path executable() {
        for (var folder : System.getenv("PATH").split(":")) {
            var file = Path.of(folder, "chromium");
            if (Files.isExecutable(file)) return file;
        }
        throw new IllegalStateException("no chromium in PATH: ./sluice test installs it");
    }

    /// A page with what it did that it should not.
    public record Tab(Page page, List<String> complaints, List<String> requests) {}

    public Tab open(Path file, int width, int height, ColorScheme scheme) {
        return open(file.toUri(), width, height, scheme);
    }

    public Tab open(URI address, int width, int height, ColorScheme scheme) {
        var context =
                chromium.newContext(
                        new com.microsoft.playwright.Browser.NewContextOptions()
                                .setViewportSize(width, height)
                                .setDeviceScaleFactor(width < 600 ? 2 : 1)
                                .setColorScheme(scheme));
        context.setDefaultTimeout(PATIENCE_MS);
        var page = context.newPage();
        var complaints = new ArrayList<String>();
        var requests = new ArrayList<String>();
        page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address.toString());
        return new Tab(page, complaints, requests);
    }

    /// A page of the console, seen by an operator who has logged in.
    ///
    /// @param script runs before everything of the page's own
    Page console(TestServer server, String route, String script) {
        var options = new com.microsoft.playwright.Browser.NewContextOptions();
        var context =
                chromium.newContext(
                        options.setBaseURL(server.uri().toString()).setViewportSize(1280, 800));
        context.setDefaultTimeout(PATIENCE_MS);
        context.addInitScript(script);
        var page = context.newPage();
        page.navigate("/console#" + route);
        page.locator("input[type=password]").fill(TestServer.KEY);
        page.locator("button[type=submit]").click();
        return page;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
