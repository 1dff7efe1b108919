package dev.sluice.rocketmq;

import dev.sluice.id.ClaimId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Courier;
import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/// Carries claims through RocketMQ, many to a message.
///
/// Claims are sent by transactional messages. The broker first keeps a message that nobody sees;
/// then the sender commits it. When the node dies in between, or its word is lost, the broker asks
/// any node of the group whether a claim in it has still to be settled, and that commits it or
/// rolls it back. So what a node left behind does not travel once it is settled, and a claim that
/// is open is not forgotten.
///
/// Claims are taken under leases, see [PopReader]; a message is done when all of its claims are.
public final class RocketCourier implements Courier {

    static final String CLAIMS = "claims";
    static final String PARKED = "parked";
    static final String OUTBOX_GROUP = "outbox";
    static final String SETTLEMENT_GROUP = "settlement";

    /// The property of a parked message that says why.
    static final String CAUSE = "cause";

    private static final System.Logger LOG = System.getLogger(RocketCourier.class.getName());
    private static final int CLAIMS_QUEUES = 8;
    private static final int PARKED_QUEUES = 1;
    private static final int MESSAGE_MAX = 100;
    private static final int CAUSE_MAX = 500;

    private final RocketConfig config;
    private final InstantSource clock;
    private final String claims;
    private final String parked;
    private final TransactionMQProducer producer;
    private final RocketClient client;
    private final PopReader reader;
    private final Parcels parcels = new Parcels();
    // Of messages that held more than was asked for. Guarded by its own monitor.
    private final ArrayDeque<Delivery> left = new ArrayDeque<>();

    /// @param isOpen whether the claim has still to be settled; may throw [Unavailable]
    public RocketCourier(RocketConfig config, InstantSource clock, Predicate<ClaimId> isOpen) {
        this.config = config;
        this.clock = clock;
        this.claims = config.named(CLAIMS);
        this.parked = config.named(PARKED);
        this.producer = new TransactionMQProducer(config.named(OUTBOX_GROUP));
        producer.setTransactionListener(new OutboxCheck(isOpen));
        this.client = new RocketClient(config, "claims", producer);
        this.reader =
                new PopReader(
                        clock,
                        client,
                        claims,
                        CLAIMS_QUEUES,
                        config.named(SETTLEMENT_GROUP),
                        config.lease());
        connect();
    }

    @Override
    public void send(List<Delivery> deliveries) {
        if (deliveries.isEmpty()) return;
        client.route(claims, CLAIMS_QUEUES);
        for (int from = 0; from < deliveries.size(); from += MESSAGE_MAX) {
            int to = Math.min(from + MESSAGE_MAX, deliveries.size());
            sendTogether(deliveries.subList(from, to));
        }
    }

    @Override
    public List<Delivery> take(int max, Duration wait) throws InterruptedException {
        parcels.forget(clock.instant());
        var taken = new ArrayList<Delivery>(Math.min(max, MESSAGE_MAX));
        takeLeft(taken, max);
        var until = clock.instant().plus(wait);
        // A message may turn out to hold nothing that is still open.
        while (taken.isEmpty()) {
            var message = reader.next(PopReader.left(until, clock.instant(), wait));
            if (message.isEmpty()) break;
            open(message.get());
            takeLeft(taken, max);
        }
        while (taken.size() < max) {
            var more = reader.poll();
            if (more.isEmpty()) break;
            open(more.get());
            takeLeft(taken, max);
        }
        return taken;
    }

    @Override
    public void acknowledge(List<Delivery> deliveries) {
        var answers = new ArrayList<CompletableFuture<Void>>();
        for (var message : parcels.finish(deliveries)) answers.add(reader.done(message));
        if (!answers.isEmpty()) client.await("acknowledge", answers);
    }

    /// All that this node has goes back, message by message. What others settle twice by that, the
    /// order book skips.
    @Override
    public void giveBack(List<Delivery> deliveries) {
        var back = reader.rest();
        synchronized (left) {
            left.clear();
        }
        for (var message : parcels.clear()) back.add(reader.giveBack(message));
        client.await("take messages back", back);
    }

    /// The next attempt is on its way before this one is done, so a crash in between repeats it.
    @Override
    public void retry(Delivery delivery, Duration delay) {
        if (!parcels.has(delivery)) return;
        var next = new Delivery(delivery.claim(), delivery.sequence(), delivery.attempt() + 1);
        var message = new Message(claims, ClaimText.body(List.of(next)));
        message.setDelayTimeMs(Math.max(1, delay.toMillis()));
        client.send(message);
        acknowledge(List.of(delivery));
    }

    @Override
    public void park(Delivery delivery, String cause) {
        if (!parcels.has(delivery)) return;
        park(ClaimText.body(List.of(delivery)), cause, delivery.claim().id().toString());
        acknowledge(List.of(delivery));
    }

    /// What was taken and not finished comes to other nodes at once.
    @Override
    public void close() {
        try (client;
                reader) {
            var back = new ArrayList<CompletableFuture<Void>>();
            for (var message : parcels.clear()) back.add(reader.giveBack(message));
            client.await("take messages back", back);
        } catch (Unavailable e) {
            LOG.log(Level.DEBUG, "what was taken comes again when its lease is over", e);
        }
    }

    /// The broker may ask this node about transactions from now on. Without a broker the first call
    /// that finds one does it.
    private void connect() {
        try {
            client.route(claims, CLAIMS_QUEUES);
        } catch (Unavailable e) {
            LOG.log(Level.DEBUG, "started without RocketMQ", e);
        }
    }

    private void sendTogether(List<Delivery> deliveries) {
        var message = new Message(claims, ClaimText.body(deliveries));
        var result = client.call("send", () -> producer.sendMessageInTransaction(message, null));
        client.kept(result);
        if (result.getLocalTransactionState() == LocalTransactionState.UNKNOW) {
            throw new Unavailable("nobody says which claims are open", null);
        }
    }

    private void open(MessageExt message) {
        List<Delivery> deliveries;
        try {
            deliveries = ClaimText.deliveries(message.getBody());
        } catch (IllegalArgumentException e) {
            parkUnread(message, e);
            return;
        }
        var open = parcels.add(message, deliveries, clock.instant().plus(config.lease()));
        synchronized (left) {
            for (var delivery : deliveries) if (open.contains(delivery)) left.add(delivery);
        }
        if (open.isEmpty()) reader.done(message);
    }

    /// A message of another form would come again for ever, so it is parked as it is.
    private void parkUnread(MessageExt message, IllegalArgumentException why) {
        LOG.log(Level.ERROR, "no claims in the message " + message.getMsgId(), why);
        try {
            park(message.getBody(), why.getMessage(), message.getMsgId());
            client.await("acknowledge", List.of(reader.done(message)));
        } catch (Unavailable e) {
            LOG.log(Level.DEBUG, "it comes again and is parked then", e);
        }
    }

    private void takeLeft(List<Delivery> taken, int max) {
        synchronized (left) {
            while (taken.size() < max && !left.isEmpty()) {
                var delivery = left.poll();
                if (parcels.has(delivery)) taken.add(delivery);
            }
        }
    }

    private void park(byte[] body, String cause, String key) {
        client.route(parked, PARKED_QUEUES);
        var message = new Message(parked, body);
        message.setKeys(key);
        message.putUserProperty(CAUSE, oneLine(cause));
        client.send(message);
    }

    /// A property must not be empty, and RocketMQ keeps control characters for itself.
    private static String oneLine(String cause) {
        var line = cause.replaceAll("\\p{Cntrl}+", " ").strip();
        if (line.isEmpty()) return "unknown";
        return line.substring(0, Math.min(line.length(), CAUSE_MAX));
    }
}
