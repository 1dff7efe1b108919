package dev.sluice.server.payment;

import dev.sluice.sale.Money;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Payment;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Lang;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Currency;
import java.util.Optional;

/// The sandbox's page: what is to be paid, two buttons, and afterwards what became of it. Plain
/// HTML and forms, no script; its policy lets nothing else in. Its colours are those of `web`'s
/// `tokens.css`, and a test there holds them to that.
final class SandboxPage {

    private static final String STYLE =
            """
            :root { color-scheme: light dark; --ground: #f6f5f1; --card: #ffffff; --ink: #1c2524;
              --quiet: #566462; --line: #dedcd4; --open: #176b34; --gone: #9a3a25;
              --water: #0b6e6e; --on-water: #ffffff; }
            @media (prefers-color-scheme: dark) { :root { --ground: #121817; --card: #1b2322;
              --ink: #eaf0ee; --quiet: #a3b5b2; --line: #2f3b39; --open: #7bd697;
              --gone: #f3a08b; --water: #6cc8c4; --on-water: #08201f; } }
            * { box-sizing: border-box; }
            body { margin: 0; min-height: 100vh; display: grid; place-items: center;
              padding: 1rem; background: var(--ground); color: var(--ink);
              font: 1rem/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
            main { width: 100%; max-width: 26rem; background: var(--card); padding: 1.5rem;
              border: 1px solid var(--line); border-radius: 1rem; }
            header { color: var(--quiet); font-size: .875rem; }
            h1 { font-size: 2.25rem; line-height: 1.2; margin: .5rem 0 1rem; }
            dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0;
              padding: 1rem 0; border-top: 1px solid var(--line); }
            dt { color: var(--quiet); }
            dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
            p { margin: 0 0 1rem; }
            .yes { color: var(--open); } .no { color: var(--gone); }
            form + form { margin-top: .75rem; }
            button, a { display: grid; place-items: center; width: 100%; min-height: 3rem;
              font: inherit; font-weight: 600; border-radius: .75rem; background: none;
              border: 1px solid var(--line); color: inherit; cursor: pointer;
              text-decoration: none; }
            button.pay, a { background: var(--water); border-color: var(--water);
              color: var(--on-water); }
            button:focus-visible, a:focus-visible { outline: 3px solid var(--water);
              outline-offset: 3px; }
            """;

    private static final String PAGE =
            """
            <!doctype html>
            <html lang="%s">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <style>%s</style>
            </head>
            <body>
            <main>
            <header>%s</header>
            <h1>%s</h1>
            %s
            <dl>
            <dt>%s</dt><dd>%s × %d</dd>
            <dt>%s</dt><dd>%s</dd>
            <dt>%s</dt><dd>%s</dd>
            </dl>
            %s
            </main>
            </body>
            </html>
            """;

    private static final String POLICY =
            "default-src 'none'; style-src 'sha256-%s'; form-action 'self'; base-uri 'none';"
                            .formatted(hash(STYLE))
                    + " frame-ancestors 'none'";

    /// What the page says, in one language.
    private record Words(
            String title,
            String note,
            String product,
            String order,
            String payment,
            String pay,
            String refuse,
            String back) {}

    private static final Words ENGLISH =
            new Words(
                    "Sandbox payment",
                    "Sandbox: no real money moves.",
                    "Product",
                    "Order",
                    "Payment",
                    "Pay",
                    "Refuse",
                    "Back to the shop");

    private static final Words CHINESE =
            new Words("沙盒支付", "沙盒环境：不会产生真实扣款。", "商品", "订单", "支付单", "支付", "拒绝支付", "返回商店");

    private SandboxPage() {}

    static Reply reply(Payment payment, Order order, String product, Lang lang) {
        var words =
                switch (lang) {
                    case EN -> ENGLISH;
                    case ZH -> CHINESE;
                };
        var html =
                PAGE.formatted(
                        lang.tag(),
                        words.title,
                        STYLE,
                        words.note,
                        text(payment.amount()),
                        status(payment, order, lang),
                        words.product,
                        escaped(product),
                        order.hold().units(),
                        words.order,
                        order.id(),
                        words.payment,
                        payment.id(),
                        payment.status() == Payment.Status.STARTED
                                ? buttons(payment, words)
                                : back(order, words));
        return Reply.text(200, Reply.HTML, html)
                .with("Content-Security-Policy", POLICY)
                .with("Content-Language", lang.tag());
    }

    private static String back(Order order, Words words) {
        return "<a href=\"/orders/%s\">%s</a>".formatted(order.id(), words.back);
    }

    private static String buttons(Payment payment, Words words) {
        return """
        <form method="post" action="%1$s/pay"><button class="pay">%2$s</button></form>
        <form method="post" action="%1$s/refuse"><button>%3$s</button></form>
        """
                .formatted(Sandbox.PATH + payment.id(), words.pay, words.refuse);
    }

    private static String status(Payment payment, Order order, Lang lang) {
        return switch (payment.status()) {
            case STARTED -> order.status() == OrderStatus.UNPAID ? "" : ended(lang);
            case PAID ->
                    order.lateMoney().equals(Optional.of(Order.LateMoney.REVIVED))
                            ? said(
                                    "yes",
                                    lang,
                                    "Paid. The order had ended and is revived.",
                                    "已支付，订单已恢复。")
                            : said("yes", lang, "Paid. Thank you.", "支付成功，谢谢。");
            case REFUSED -> said("no", lang, "Refused. Nothing was paid.", "已拒绝，未支付。");
            case REFUNDED ->
                    said(
                            "no",
                            lang,
                            "The order could no longer be fulfilled. The money went back.",
                            "订单已无法完成，款项已退回。");
        };
    }

    private static String ended(Lang lang) {
        return said(
                "no",
                lang,
                "The order is no longer unpaid. If you pay now, it is revived if its units are"
                        + " free; otherwise the money goes back.",
                "订单已不是待支付状态。现在支付时，如仍有货则恢复订单，否则退款。");
    }

    private static String said(String kind, Lang lang, String english, String chinese) {
        var text =
                switch (lang) {
                    case EN -> english;
                    case ZH -> chinese;
                };
        return "<p class=\"" + kind + "\" role=\"status\">" + text + "</p>";
    }

    /// An amount as people write it: 1999.00 CNY.
    private static String text(Money money) {
        int digits = 2;
        try {
            digits = Math.max(0, Currency.getInstance(money.currency()).getDefaultFractionDigits());
        } catch (IllegalArgumentException unknownCurrency) {
            // Two digits, as most currencies have.
        }
        return BigDecimal.valueOf(money.amount(), digits).toPlainString() + " " + money.currency();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String hash(String style) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            var digest = sha.digest(style.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
