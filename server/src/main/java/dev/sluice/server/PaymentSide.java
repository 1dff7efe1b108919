package dev.sluice.server;

import dev.sluice.server.admin.AdminRefunds;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.http.Routes;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.server.payment.NoticeRoute;
import dev.sluice.server.payment.OrderRoutes;
import dev.sluice.server.payment.PaymentRoutes;
import dev.sluice.server.payment.PaymentTurns;
import dev.sluice.server.payment.ProviderRefunder;
import dev.sluice.server.payment.Providers;
import dev.sluice.server.payment.RefundDuty;
import dev.sluice.server.payment.Sandbox;
import dev.sluice.server.payment.SandboxCallback;
import dev.sluice.server.payment.SandboxRefunds;

/// Orders and their money, wired: what buyers and providers do with them, and what goes back.
final class PaymentSide {

    private final Engine engine;
    private final Providers providers;

    PaymentSide(Engine engine, Providers providers) {
        this.engine = engine;
        this.providers = providers;
    }

    void register(Routes routes) {
        var ports = engine.ports();
        var book = ports.book();
        var refunds = ports.refunds();
        var orders = engine.orders();
        var switches = engine.switches();
        var clock = engine.world().clock();
        new OrderRoutes(book, refunds, orders, engine.sales(), engine.passes(), switches)
                .register(routes);
        var turns = new PaymentTurns();
        new PaymentRoutes(book, providers, turns, switches, engine.ids(), clock).register(routes);
        new NoticeRoute(book, refunds, orders, providers, turns, clock).register(routes);
        new AdminRefunds(refunds, providers.refunding(), clock).register(routes);
    }

    void sendBack(ProviderRefunder refunder, Metrics metrics) {
        new RefundDuty(
                        engine.ports().refunds(),
                        refunder,
                        engine.orders(),
                        engine.world().clock(),
                        () -> engine.leadership().leads("refunds"))
                .start(engine.duties(), metrics);
    }

    void play(Providers.Provider sandbox, SandboxCallback callback, Routes routes) {
        var ports = engine.ports();
        new Sandbox(ports.book(), engine.sales(), callback, engine.world().clock())
                .register(routes);
        new SandboxRefunds(sandbox, ports.nodes()).register(routes);
    }
}
