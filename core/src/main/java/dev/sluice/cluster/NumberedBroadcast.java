package dev.sluice.cluster;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Transport;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Makes a transport that may lose, double or delay signals into a broadcast whose losses are
/// noticed: within two seconds of a loss the subscribers hear [Signal.Missed] and look for
/// themselves. While the transport is away they hear it less and less often, down to every eight
/// seconds, and once more as soon as it is back. The same holds while another node is not heard: it
/// may be the only one that is cut off, and may go on with what it no longer tells anybody. After
/// five minutes it is taken for stopped, and they look a last time: it may be this node that stood
/// still meanwhile.
///
/// Each signal carries its sender and a number, and once a second each node says what number it has
/// come to. A number left out, a beat beyond what was heard, or an own signal that does not come
/// back (then the transport is away) is a loss. A number that was heard already is dropped, and so
/// is an older one that comes late, so the signals of one node arrive in order and once. A node
/// that starts again is another sender: its name carries the moment at which it started.
///
/// Own signals reach this node's subscribers at once, whatever the transport does. Sending never
/// blocks and never fails: one thread hands the signals to the transport, and what it cannot hand
/// over, or what is too much to wait for it, is a loss that the others notice.
///
/// Any thread may call. Subscribers are called one signal after the other; a signal that is sent
/// meanwhile follows the present one, on whichever thread is busy telling.
public final class NumberedBroadcast implements Broadcast, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(NumberedBroadcast.class.getName());

    private static final int WAITING_MAX = 10_000;
    private static final Duration ECHO_WAIT_MAX = Duration.ofSeconds(2);
    private static final Duration MISSED_GAP_MIN = Duration.ofSeconds(1);
    private static final Duration SILENCE_GAP_MAX = Duration.ofSeconds(8);
    private static final Duration SILENCE_MAX = Duration.ofMinutes(5);

    /// So many own beats without a word of another node say that it is not heard.
    private static final int UNHEARD_MAX = 3;

    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);

    /// What is known of another node. Guarded by `this` of the broadcast.
    private static final class Peer {
        /// The number of the last signal that was passed on.
        long heard;

        /// The highest number known to exist; everything up to it was heard or noticed as missed.
        long known;

        Instant at;

        /// Own beats since then.
        int unheard;
    }

    private final Transport transport;
    private final String sender;
    private final InstantSource clock;
    private final Executor handing;
    private final Optional<ExecutorService> thread;
    private final Subscribers<Signal> subscribers = new Subscribers<>();
    private final Sequencer<Signal> telling = new Sequencer<>(subscribers::tell);

    // Guarded by this.
    private final Map<String, Peer> peers = new HashMap<>();
    private long sent;
    private Optional<Instant> unechoedSince = Optional.empty();
    private boolean silent;
    private boolean quiet;
    private boolean missed;
    private Optional<Instant> missedToldAt = Optional.empty();
    private Duration silenceGap = MISSED_GAP_MIN;

    // Only the handing thread uses it.
    private boolean away;

    /// @param node how this node is called, without spaces
    public NumberedBroadcast(Transport transport, String node, InstantSource clock) {
        this(transport, node, clock, Optional.of(oneThread()));
    }

    /// For tests: hands signals to the transport on the sender's thread.
    static NumberedBroadcast onOneThread(Transport transport, String node, InstantSource clock) {
        return new NumberedBroadcast(transport, node, clock, Optional.empty());
    }

    private NumberedBroadcast(
            Transport transport,
            String node,
            InstantSource clock,
            Optional<ExecutorService> thread) {
        if (node.isEmpty() || node.contains(" "))
            throw new IllegalArgumentException("node " + node);
        this.transport = transport;
        this.sender = node + "@" + Long.toString(clock.millis(), 36);
        this.clock = clock;
        this.thread = thread;
        this.handing = thread.<Executor>map(t -> t).orElseGet(NumberedBroadcast::sameThread);
        transport.subscribe(this::hear);
    }

    private static ExecutorService oneThread() {
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING_MAX),
                Thread.ofPlatform().name("sluice-broadcast").daemon().factory());
    }

    private static Executor sameThread() {
        var sequencer = new Sequencer<Runnable>(Runnable::run);
        return task -> {
            sequencer.add(task);
            sequencer.run();
        };
    }

    @Override
    public void send(Signal signal) {
        if (signal instanceof Signal.Missed)
            throw new IllegalArgumentException("each node notices for itself: " + signal);
        number(signal);
    }

    @Override
    public void subscribe(Consumer<Signal> subscriber) {
        subscribers.add(subscriber);
    }

    /// Says how far this node has come, and looks for losses. A duty calls this once a second.
    public void beat() {
        synchronized (this) {
            var now = clock.instant();
            if (unechoedSince.isEmpty()) unechoedSince = Optional.of(now);
            hand(new Envelope.Beat(sender, sent));
            noteSilence(now);
            if (peers.values().removeIf(peer -> isPast(peer.at, SILENCE_MAX, now))) missed = true;
            noteMissed(now);
        }
        telling.run();
    }

    /// Hands over what was sent, if that is quick, and hands nothing over afterwards. The transport
    /// stays open.
    @Override
    public void close() {
        thread.ifPresent(NumberedBroadcast::end);
    }

    private static void end(ExecutorService thread) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /// The order of the numbers, the order on the way and the order here are the same.
    private void number(Signal signal) {
        synchronized (this) {
            sent++;
            telling.add(signal);
            hand(new Envelope.Numbered(sender, sent, signal));
        }
        telling.run();
    }

    private void hand(Envelope envelope) {
        try {
            handing.execute(() -> transmit(envelope));
        } catch (RejectedExecutionException tooMany) {
            LOG.log(Level.DEBUG, "a signal is not handed over: {0}", tooMany.getMessage());
        }
    }

    private void transmit(Envelope envelope) {
        try {
            transport.send(envelope);
            if (away) LOG.log(Level.INFO, "signals are handed over again");
            away = false;
        } catch (Unavailable fault) {
            if (!away) LOG.log(Level.WARNING, "signals are lost: {0}", fault.getMessage());
            away = true;
        } catch (RuntimeException bug) {
            LOG.log(Level.ERROR, "a signal is lost: " + envelope, bug);
        }
    }

    private void hear(Envelope envelope) {
        synchronized (this) {
            var now = clock.instant();
            switch (envelope) {
                case Envelope.Numbered(String node, long number, Signal signal) -> {
                    if (!isEcho(node)) hear(peer(node, now), number, signal);
                }
                case Envelope.Beat(String node, long named) -> {
                    if (!isEcho(node)) hear(peer(node, now), named);
                }
                case Envelope.Bare(Signal signal) -> telling.add(signal);
            }
            noteMissed(now);
        }
        telling.run();
    }

    private boolean isEcho(String node) {
        if (!node.equals(sender)) return false;
        unechoedSince = Optional.empty();
        if (silent) {
            // The transport is back: what was lost until now is found by one look.
            silent = false;
            missed = true;
            missedToldAt = Optional.empty();
        }
        return true;
    }

    private void hear(Peer peer, long number, Signal signal) {
        if (number <= peer.heard) return;
        if (number > peer.known + 1) missed = true;
        peer.heard = number;
        peer.known = Math.max(peer.known, number);
        telling.add(signal);
    }

    private void hear(Peer peer, long named) {
        if (named > peer.known) missed = true;
        peer.known = Math.max(peer.known, named);
    }

    /// Of a node that is not known, nothing was heard yet.
    private Peer peer(String node, Instant now) {
        var peer = peers.computeIfAbsent(node, _ -> new Peer());
        peer.at = now;
        peer.unheard = 0;
        return peer;
    }

    /// The transport is away, for this node or for another: anything may have been lost, and is
    /// going to be lost for a while.
    private void noteSilence(Instant now) {
        boolean before = silent || quiet;
        silent = unechoedSince.filter(since -> isPast(since, ECHO_WAIT_MAX, now)).isPresent();
        quiet = false;
        for (var peer : peers.values()) if (++peer.unheard >= UNHEARD_MAX) quiet = true;
        if (!silent && !quiet) return;
        if (!before) {
            silenceGap = MISSED_GAP_MIN;
            missed = true;
        } else if (missedToldAt.filter(told -> !isPast(told, silenceGap, now)).isEmpty()) {
            var longer = silenceGap.multipliedBy(2);
            if (longer.compareTo(SILENCE_GAP_MAX) <= 0) silenceGap = longer;
            missed = true;
        }
    }

    /// A loss is told once a second at most; what is lost in between is told by the next beat.
    private void noteMissed(Instant now) {
        if (!missed) return;
        if (missedToldAt.filter(told -> !isPast(told, MISSED_GAP_MIN, now)).isPresent()) return;
        missed = false;
        missedToldAt = Optional.of(now);
        telling.add(new Signal.Missed());
    }

    /// What lies in the future was noted before the clock stepped back, however long ago that is.
    private static boolean isPast(Instant since, Duration length, Instant now) {
        return since.isAfter(now) || !since.plus(length).isAfter(now);
    }
}
