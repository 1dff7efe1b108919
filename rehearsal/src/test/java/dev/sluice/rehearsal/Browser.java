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
final class Browser implements AutoCloseable {
    private static final List<String> ARGUMENTS =
            List.of(
                    "--no-sandbox",
                    "--disable-dev-shm-usage",
                    "--disable-gpu",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    Browser() {
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
    record Tab(Page page, List<String> complaints, List<String> requests) {}

    Tab open(Path file, int width, int height, ColorScheme scheme) {
        return open(file.toUri(), width, height, scheme);
    }

    Tab open(URI address, int width, int height, ColorScheme scheme) {
        var context =
                chromium.newContext(
                        new com.microsoft.playwright.Browser.NewContextOptions()
                                .setViewportSize(width, height)
                                .setDeviceScaleFactor(width < 600 ? 2 : 1)
                                .setColorScheme(scheme));
        var page = context.newPage();
        var complaints = new ArrayList<String>();
        var requests = new ArrayList<String>();
        page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address.toString());
        return new Tab(page, complaints, requests);
    }

    @Override
    public void close() {
        playwright.close();
    }
}
