package dev.sluice.server.nginx;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.BoardOffer.Fact;
import dev.sluice.board.SaleBoard;
import dev.sluice.server.config.World;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Tells the edges in front of the nodes which offers are sold out, so that the crowd that comes
/// too late is answered there.
///
/// Every second, and at once after a change, this node's whole view goes to every edge: `offer 1`
/// for what is sold out, `offer 0` for everything else that is on sale, each line with a line feed.
/// Every node does this and none leads. How an edge makes one truth of several views, and why a
/// mark that was lifted cannot come back by a slow node, stands in `deploy/nginx/lua/sluice/
/// marks.lua`; what it needs of a node is here: the whole view each time, a 0 for what is free, a
/// name, and a number that grows.
///
/// Whoever changes a mark only leaves word and goes on. All else happens on one thread, which never
/// waits for an edge: at most one view is under way to each edge and at most one, the newest, waits
/// behind it. An edge that is out gets its next view a second later, and is logged once.
public final class EdgeMarks implements AutoCloseable {

    private static final Logger LOG = System.getLogger(EdgeMarks.class.getName());

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CONNECT_MAX = Duration.ofMillis(500);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

    /// Marks that change faster than this share a view.
    private static final Duration PAUSE_MIN = Duration.ofMillis(10);

    /// An edge forgets a mark after three seconds. Of a sale that closes before that, it is told
    /// how long the mark is good: from then on the sale is closed, and not sold out.
    private static final long EDGE_MILLIS = 3_000;

    /// Before and after its window an offer is spoken of for so long, in case clocks differ.
    private static final Duration AROUND = Duration.ofSeconds(10);

    /// An edge takes a megabyte. Offers above this go to the nodes for every answer.
    private static final int OFFERS_MAX = 40_000;

    private static final int OVERTAKEN = 409;

    private final SaleBoard sales;
    private final World world;
    private final String key;
    private final String node;
    private final Duration answerMax;
    private final List<Target> targets;
    private final HttpClient client;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("sluice-edge").daemon().factory());
    private final AtomicBoolean isDue = new AtomicBoolean();
    private volatile long putAt;
    private long number;

    public EdgeMarks(EdgeConfig config, SaleBoard sales, World world) {
        this(config, sales, world, ANSWER_MAX);
    }

    /// @param answerMax after which an edge that does not answer is out
    public EdgeMarks(EdgeConfig config, SaleBoard sales, World world, Duration answerMax) {
        this.sales = sales;
        this.world = world;
        this.key = config.key();
        this.answerMax = answerMax;
        this.node = Long.toHexString(world.random().nextLong());
        this.targets = config.urls().stream().map(Target::new).toList();
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECT_MAX)
                        .build();
        this.putAt = world.nanos().getAsLong();
    }

    public void start() {
        start(PERIOD);
    }

    /// @param period after which the view is put also when nothing has changed
    public void start(Duration period) {
        if (targets.isEmpty()) return;
        sales.listen(sale -> changed());
        long nanos = period.toNanos();
        thread.scheduleAtFixedRate(this::put, 0, nanos, TimeUnit.NANOSECONDS);
    }

    /// Edges that did not take the latest view, for the metrics.
    public int out() {
        return (int) targets.stream().filter(target -> target.isOut).count();
    }

    /// Something about a sale or a mark has changed. Any thread; never blocks.
    private void changed() {
        if (!isDue.compareAndSet(false, true)) return;
        long pause = PAUSE_MIN.toNanos() - (world.nanos().getAsLong() - putAt);
        try {
            thread.schedule(this::put, Math.max(0, pause), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.DEBUG, "A mark changed after the end");
        }
    }

    private void put() {
        try {
            isDue.set(false);
            putAt = world.nanos().getAsLong();
            var view = view(sales.offers(), world.clock().instant());
            number++;
            for (var target : targets) target.put(view, number);
        } catch (RuntimeException | Error bug) {
            LOG.log(Level.ERROR, "The marks did not leave; they are tried again.", bug);
        }
    }

    /// What this node knows of every offer that is on sale about now.
    static String view(Collection<BoardOffer> offers, Instant now) {
        var lines = new StringBuilder();
        int left = OFFERS_MAX;
        for (var offer : offers) {
            var sale = offer.sale();
            if (now.isBefore(sale.opensAt().minus(AROUND))) continue;
            if (now.isAfter(sale.closesAt().plus(AROUND))) continue;
            if (left-- == 0) break;
            lines.append(offer.id());
            if (offer.factAt(now).equals(Optional.of(Fact.SOLD_OUT))) {
                lines.append(" 1");
                long millis = Duration.between(now, sale.closesAt()).toMillis();
                if (millis < EDGE_MILLIS) lines.append(' ').append(millis);
            } else {
                lines.append(" 0");
            }
            lines.append('\n');
        }
        return lines.toString();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        client.shutdownNow();
    }

    /// One edge. All but [#isOut] belongs to the one thread.
    private final class Target {

        private final URI url;
        private boolean isUnderWay;
        private Runnable waiting;
        private volatile boolean isOut;

        Target(URI url) {
            this.url = url;
        }

        void put(String view, long number) {
            if (isUnderWay) {
                waiting = () -> put(view, number);
                return;
            }
            isUnderWay = true;
            var request =
                    HttpRequest.newBuilder(url)
                            .timeout(answerMax)
                            .header("X-Sluice-Edge-Key", key)
                            .header("X-Sluice-Node", node)
                            .header("X-Sluice-Number", "" + number)
                            .PUT(BodyPublishers.ofString(view))
                            .build();
            client.sendAsync(request, BodyHandlers.discarding())
                    .whenComplete((answer, failed) -> onThread(() -> answered(answer, failed)));
        }

        private void answered(HttpResponse<?> answer, Throwable failed) {
            isUnderWay = false;
            int status = answer == null ? 0 : answer.statusCode();
            boolean isTaken = status / 100 == 2 || status == OVERTAKEN;
            if (isTaken == isOut) tell(isTaken, status, failed);
            isOut = !isTaken;
            var next = waiting;
            waiting = null;
            if (next != null) next.run();
        }

        private void tell(boolean isTaken, int status, Throwable failed) {
            if (isTaken) {
                LOG.log(Level.INFO, "The edge {0} takes marks again", url);
                return;
            }
            var why = status == 0 ? String.valueOf(failed) : "it answers " + status;
            LOG.log(
                    Level.WARNING,
                    "The edge {0} takes no marks: {1}. Nodes answer what it would have answered.",
                    url,
                    why);
        }
    }

    private void onThread(Runnable step) {
        try {
            thread.execute(step);
        } catch (RejectedExecutionException closed) {
            LOG.log(Level.DEBUG, "An edge answered after the end");
        }
    }
}
