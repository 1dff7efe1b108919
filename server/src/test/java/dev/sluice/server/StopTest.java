package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.Soon;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.config.World;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Code;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// How a Sluice stops: nothing under way is dropped, and it takes eight seconds at most.
class StopTest extends ApiTest {

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    /// How long one waits that is started next; as always when it is not said.
    private Optional<Sluice.Drain> drain = Optional.empty();

    @Override
    Sluice newSluice(Settings settings, World world) {
        return drain.map(said -> new Sluice(settings, world, said))
                .orElseGet(() -> super.newSluice(settings, world));
    }

    /// Starts anew one that waits so long for requests, and for answers as long as a test does.
    private void restart(Duration requests) {
        drain = Optional.of(new Sluice.Drain(requests, Soon.LIMIT));
        restartSluice();
    }

    @Override
    public void prepare(Sluice sluice) {
        sluice.routes().get("/slow", RouteGroup.PAGE, call -> slow());
        sluice.routes().get("/last", RouteGroup.PAGE, call -> last());
    }

    private Reply slow() throws InterruptedException {
        arrived.countDown();
        release.await();
        return done();
    }

    /// Ends by itself after the stop has begun, however late the test goes on then.
    private Reply last() throws InterruptedException {
        arrived.countDown();
        release.await();
        awaitRefusal();
        return done();
    }

    private static Reply done() {
        return Reply.json(200, out -> out.text("answer", "done"));
    }

    @Test
    void a_request_under_way_is_answered() throws Exception {
        restart(Soon.LIMIT);
        var answer = CompletableFuture.supplyAsync(() -> api.root().get("/last"));
        arrived.await();

        Soon.returns(
                "the stop",
                () -> {
                    release.countDown();
                    sluice.close();
                });

        assertEquals("done", answer.get().is(200).text("answer"));
    }

    @Test
    void a_request_that_waits_for_long_is_answered_unavailable() throws Exception {
        restart(Duration.ofMillis(100));
        var answer = CompletableFuture.supplyAsync(() -> api.root().get("/slow"));
        arrived.await();

        Soon.returns("the stop", sluice::close);

        answer.get().is(Code.UNAVAILABLE);
    }

    @Test
    void connections_that_are_open_and_idle_do_not_delay_the_stop() throws Exception {
        api.root().get("/health/live");
        try (var silent = new Socket(InetAddress.ofLiteral("127.0.0.1"), api.port())) {
            // One that nobody has accepted yet would be reset.
            Soon.until("both are accepted", () -> sluice.connections() == 2);
            Soon.returns("the stop", sluice::close);

            assertEquals(-1, silent.getInputStream().read());
        }
    }

    @Test
    void stopping_twice_does_no_harm() {
        sluice.close();
        sluice.close();
    }

    @Test
    void a_process_ends_although_a_part_hangs_that_it_says_goodbye_to() {
        var hanging = new CompletableFuture<Void>();
        try {
            Soon.returns("the stop", () -> Main.stop(hanging::join));
        } finally {
            hanging.complete(null);
        }
    }

    /// Waits until nobody can connect any more.
    private void awaitRefusal() {
        assertThrows(
                IOException.class,
                () -> {
                    while (true) new Socket(InetAddress.ofLiteral("127.0.0.1"), api.port()).close();
                });
    }
}
