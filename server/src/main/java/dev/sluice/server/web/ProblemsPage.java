package dev.sluice.server.web;

import dev.sluice.server.json.Code;
import dev.sluice.server.json.Lang;
import java.nio.charset.StandardCharsets;

/// The page that the `type` of a problem points to: every code with what it means.
final class ProblemsPage {

    private static final String HEAD =
            """
            <!doctype html>
            <html lang="en">
            <head>
              <meta charset="utf-8">
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <meta name="color-scheme" content="light dark">
              <title>Sluice: problems</title>
              <link rel="icon" href="/favicon.svg" type="image/svg+xml">
              <link rel="stylesheet" href="/docs/problems.css">
            </head>
            <body>
              <header>
                <a class="name" href="/">
                  <img src="/favicon.svg" alt="" width="32" height="32"> Sluice</a>
                <nav><a href="/docs">API</a></nav>
              </header>
              <main>
                <h1>Problems</h1>
                <p class="quiet">Each refusal names one of these codes. A code never changes.</p>
                <dl class="problems">
            """;

    private static final String ENTRY =
            """
                  <dt id="%1$s"><code>%1$s</code> · %2$d · %3$s</dt>
                  <dd>%4$s</dd>
                  <dd lang="zh-CN" class="quiet">%5$s：%6$s</dd>
            """;

    private static final String FOOT =
            """
                </dl>
              </main>
            </body>
            </html>
            """;

    private ProblemsPage() {}

    static byte[] html() {
        var page = new StringBuilder(HEAD);
        for (var code : Code.values()) {
            page.append(
                    ENTRY.formatted(
                            code,
                            code.status(),
                            code.title(Lang.EN),
                            detail(code, Lang.EN, "It names what is wrong with which field."),
                            code.title(Lang.ZH),
                            detail(code, Lang.ZH, "指出哪个字段有什么问题。")));
        }
        return page.append(FOOT).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String detail(Code code, Lang lang, String ofInvalid) {
        return code == Code.INVALID ? ofInvalid : code.detail(lang).replace("%s", "…");
    }
}
