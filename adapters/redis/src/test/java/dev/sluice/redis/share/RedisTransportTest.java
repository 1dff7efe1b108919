package dev.sluice.redis.share;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.contracts.TransportContract;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.port.Transport.Envelope.Numbered;
import dev.sluice.redis.SharedRedis;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import io.lettuce.core.KillArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisTransportTest implements TransportContract {

    private final SharedRedis redis = new SharedRedis();

    @Override
    public List<Transport> transports(int count) {
        var nodes = new ArrayList<Transport>();
        for (var link : redis.links(count, 2)) nodes.add(redis.transport(link));
        return nodes;
    }

    @Override
    public <T extends AutoCloseable> T closing(T opened) {
        return redis.closing(opened);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void a_thousand_ended_claims_are_one_signal() {
        var nodes = transports(2);
        var heard = new CopyOnWriteArrayList<Envelope>();
        nodes.getLast().subscribe(heard::add);
        var signal = new Numbered("node@1", 5, new Signal.ClaimsEnded(ended(1_000)));

        nodes.getFirst().send(signal);

        Soon.until("it has come", () -> !heard.isEmpty());
        assertEquals(List.of(signal), heard);
    }

    @Test
    void what_is_not_understood_is_left_out() {
        var link = redis.links(1, 1).getFirst();
        var node = redis.transport(link);
        var heard = new CopyOnWriteArrayList<Envelope>();
        node.subscribe(heard::add);
        var channel = link.config().prefix() + ":signals";

        link.lane(0).call(commands -> commands.publish(channel, "something new"));
        node.send(new Bare(new Signal.SwitchesChanged()));

        Soon.until("it has come", () -> !heard.isEmpty());
        assertEquals(List.of(new Bare(new Signal.SwitchesChanged())), heard);
    }

    @Test
    void a_cut_connection_is_opened_again_by_itself() {
        // A server of its own, since the connections of everybody are cut.
        try (var server = Services.open("redis", "appendonly no");
                var mine = new SharedRedis()) {
            var link = mine.links(1, SharedRedis.config(server.port(), 1)).getFirst();
            var node = mine.transport(link);
            var heard = new CopyOnWriteArrayList<Envelope>();
            node.subscribe(heard::add);

            // The connections for signals, not those for calls.
            link.lane(0).call(commands -> commands.clientKill(KillArgs.Builder.typePubsub()));

            Soon.until(
                    "signals are heard again",
                    () -> {
                        node.send(new Bare(new Signal.SoldOut(new OfferId(1))));
                        return !heard.isEmpty();
                    });
        }
    }

    private static List<ClaimState> ended(int count) {
        var ended = new ArrayList<ClaimState>();
        for (Claim claim : HoldSamples.claims(count)) {
            var won = Optional.<Outcome>of(new Outcome.Won(claim.id(), new OrderId(9)));
            ended.add(new ClaimState(claim.hold(), ended.size() + 1, won));
        }
        return ended;
    }
}
