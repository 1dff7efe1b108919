package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.NavigateOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitUntilState;
import dev.sluice.contracts.Thorough;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The shop seen at the same time in both languages, on a phone and on a desk. A state is made once
/// and then looked at by everybody.
abstract class ShopViews extends ShopPages {

    /// Both languages and both widths; in a run of everything each of them with each.
    static final List<View> EVERYWHERE =
            Thorough.isOn()
                    ? List.of(
                            View.PHONE,
                            View.PHONE.in("zh-CN"),
                            View.DESKTOP,
                            View.DESKTOP.in("zh-CN"))
                    : List.of(View.PHONE, View.DESKTOP.in("zh-CN"));

    /// By night, on a desk and on the narrowest phone.
    static final List<View> BY_NIGHT =
            List.of(View.DESKTOP.dark(), new View("zh-CN", 360, 740, ColorScheme.DARK));

    private static final String NOWHERE = "about:blank";

    /// Those that are in sight; the others come when they are.
    static final String PICTURES_ARE_THERE =
            """
            () => Promise.all([...document.images]
                .filter(image => image.loading !== 'lazy')
                .map(image => image.decode()))
            """;

    /// One person, or somebody without a session, with a browser for each view.
    record Wall(List<Tab> tabs) {

        Page first() {
            return tabs.getFirst().page();
        }

        void each(Consumer<Page> act) {
            for (var tab : tabs) act.accept(tab.page());
        }

        /// All go there, and look once they see the sign.
        void visit(String path, String name, String sign) throws IOException {
            go(path);
            look(name, sign);
        }

        void go(String path) {
            var started = new NavigateOptions().setWaitUntil(WaitUntilState.COMMIT);
            each(page -> page.navigate(path, started));
        }

        void click(String selector) {
            each(page -> page.locator(selector).click());
        }

        /// Takes a picture of each view. What the pages are made of is the same everywhere but for
        /// its words, so that barriers are looked for in the first view only.
        void look(String name, String sign) throws IOException {
            for (var tab : tabs) {
                var page = tab.page();
                assertThat(page.locator(sign).first()).isVisible();
                page.evaluate(PICTURES_ARE_THERE);
                tab.shoot(name);
                tab.assertFits();
            }
            tabs.getFirst().assertAccessible();
        }
    }

    Wall wall(List<View> views, String path, String session) {
        return wall(path, views.stream().map(v -> open(buyer(v, session), NOWHERE, v)));
    }

    /// Of people who have not logged in.
    Wall wall(List<View> views, String path) {
        return wall(path, views.stream().map(view -> open(NOWHERE, view)));
    }

    /// All load at the same time.
    private static Wall wall(String path, Stream<Tab> tabs) {
        var wall = new Wall(tabs.toList());
        wall.go(path);
        return wall;
    }
}
