package dev.sluice.server.http;

import dev.sluice.server.access.Client;
import dev.sluice.server.metrics.Metrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who is connected to this node, and whether one more may be. Any thread may call.
///
/// A connection takes a seat when it comes and gives it back when its channel is closed, whatever
/// it has become in between. When the node is full, or one address has as many as it may have, some
/// more get a spare seat: they are heard once, so that health checks are answered and everybody
/// else is told to come later. An address has few of the spare seats, so that a flood from it does
/// not take them all.
public final class Connections {

    /// What a connection may do.
    enum Place {
        /// Ask as often as it likes.
        OWN,
        /// Ask once.
        SPARE,
        /// Nothing: it is closed at once.
        NONE
    }

    /// @param key by which the address is counted; null when it is not
    record Seat(Connections connections, String key, Place place) {

        /// Gives the seat back, once.
        void leave() {
            connections.left(this);
        }
    }

    static final int SPARES_MAX = 256;
    static final int SPARES_PER_ADDRESS_MAX = 4;

    /// Files for everything else: the spare seats, the databases, the log.
    private static final int OTHER_FILES = 512;

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long SILENCE_NANOS = 60_000_000_000L;

    private final int max;
    private final int perAddressMax;
    private final LongSupplier nanos;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger spares = new AtomicInteger();
    private final ConcurrentHashMap<String, Integer> byAddress = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> sparesByAddress = new ConcurrentHashMap<>();
    private final LongAdder refusedFull = new LongAdder();
    private final LongAdder refusedAddress = new LongAdder();
    private final LongAdder slow = new LongAdder();
    private final AtomicLong quietUntil;

    /// @param max connections, without the spare ones
    /// @param perAddressMax connections of one address
    Connections(int max, int perAddressMax, LongSupplier nanos) {
        this.max = max;
        this.perAddressMax = perAddressMax;
        this.nanos = nanos;
        this.quietUntil = new AtomicLong(nanos.getAsLong());
    }

    /// As many connections as were asked for, or as many as the limit of open files leaves room
    /// for: beyond that nobody could be told anything, and nothing of our own be opened.
    static int max(int wanted, long files) {
        long room = Math.max(files - OTHER_FILES, files / 2);
        return files <= 0 ? wanted : (int) Math.min(wanted, Math.max(1, room));
    }

    void register(Metrics metrics) {
        metrics.gauge("sluice_connections", "Open connections.", open::get);
        var name = "sluice_connections_refused_total{reason=\"%s\"}";
        var help = "Connections beyond the limits; each was told so or closed at once.";
        metrics.counter(name.formatted("full"), help, refusedFull::sum);
        metrics.counter(name.formatted("address"), help, refusedAddress::sum);
        metrics.counter(
                "sluice_connections_slow_total",
                "Connections whose request did not arrive in time.",
                slow::sum);
    }

    /// Counts connections that ended because their request did not become complete.
    LongAdder slow() {
        return slow;
    }

    /// A seat for whoever has come.
    ///
    /// @param isCounted whether the address may have so many only
    Seat enter(Client client, boolean isCounted) {
        var key = isCounted ? client.limitKey() : null;
        if (open.incrementAndGet() > max) {
            refusedFull.increment();
            say("there are {} connections, as many as may be (sluice.server.connections-max)", max);
            return spare(client.limitKey());
        }
        if (key != null && !tryCount(byAddress, key, perAddressMax)) {
            refusedAddress.increment();
            say("an address has {} (sluice.server.connections-per-address-max)", perAddressMax);
            return spare(client.limitKey());
        }
        return new Seat(this, key, Place.OWN);
    }

    private Seat spare(String key) {
        if (spares.incrementAndGet() <= SPARES_MAX) {
            if (tryCount(sparesByAddress, key, SPARES_PER_ADDRESS_MAX)) {
                return new Seat(this, key, Place.SPARE);
            }
        }
        spares.decrementAndGet();
        open.decrementAndGet();
        return new Seat(this, key, Place.NONE);
    }

    private void left(Seat seat) {
        switch (seat.place) {
            case OWN -> {
                if (seat.key != null) discount(byAddress, seat.key);
                open.decrementAndGet();
            }
            case SPARE -> {
                discount(sparesByAddress, seat.key);
                spares.decrementAndGet();
                open.decrementAndGet();
            }
            case NONE -> {}
        }
    }

    /// Connections that are open, on whatever seat.
    public int open() {
        return open.get();
    }

    /// Whether a connection may be on a spare seat; hardly ever.
    boolean hasSpares() {
        return spares.get() > 0;
    }

    /// Addresses that are remembered.
    int addresses() {
        return byAddress.size() + sparesByAddress.size();
    }

    private static boolean tryCount(Map<String, Integer> counts, String key, int max) {
        var counted = new boolean[1];
        counts.compute(
                key,
                (k, count) -> {
                    int before = count == null ? 0 : count;
                    counted[0] = before < max;
                    return counted[0] ? Integer.valueOf(before + 1) : count;
                });
        return counted[0];
    }

    private static void discount(Map<String, Integer> counts, String key) {
        counts.computeIfPresent(key, (k, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    /// Says it once a minute at most: whoever floods must not fill the log as well.
    private void say(String what, int max) {
        long now = nanos.getAsLong();
        long until = quietUntil.get();
        if (now - until < 0 || !quietUntil.compareAndSet(until, now + SILENCE_NANOS)) return;
        LOG.warn("Connections are refused: " + what, max);
    }
}
