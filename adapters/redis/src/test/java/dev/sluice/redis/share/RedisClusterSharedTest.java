package dev.sluice.redis.share;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Gates.Ask;
import dev.sluice.port.RateCounters.Drawn;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.redis.SharedRedis;
import dev.sluice.redis.link.RedisAddress;
import dev.sluice.redis.link.RedisConfig;
import dev.sluice.redis.link.RedisLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What nodes share, on a cluster of three servers of the test's own.
class RedisClusterSharedTest {

    private static final int SERVERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<Services.Instance> servers = new ArrayList<>();
    private final SharedRedis redis = new SharedRedis();

    @BeforeEach
    void open() {
        for (int i = 0; i < SERVERS; i++) {
            servers.add(Services.open("redis", "cluster-enabled yes"));
        }
        var first = servers.getFirst();
        for (int i = 0; i < SERVERS; i++) {
            int from = SLOTS * i / SERVERS;
            int to = SLOTS * (i + 1) / SERVERS - 1;
            tell(servers.get(i), "ADDSLOTSRANGE " + from + " " + to);
            if (i > 0) {
                var place = "127.0.0.1 " + first.port() + " " + (first.port() + 1);
                tell(servers.get(i), "MEET " + place);
            }
        }
        for (var server : servers) Soon.until("the cluster is there", () -> isWhole(server));
    }

    @AfterEach
    void close() {
        redis.close();
        for (var server : servers) server.close();
    }

    @Test
    void signals_counts_and_values_reach_all_nodes_whatever_server_has_them() {
        var links = redis.links(2, config());
        var hosts = new HashSet<RedisAddress.Host>();
        for (var lane : links.getFirst().lanes()) hosts.add(lane.session().host());
        assertTrue(hosts.size() > 1, "the shards should be on different servers: " + hosts);

        signals(links);
        gates(links);
        values(links);
    }

    private void signals(List<RedisLink> links) {
        var heard = new CopyOnWriteArrayList<Envelope>();
        var here = redis.transport(links.getFirst());
        redis.transport(links.getLast()).subscribe(heard::add);
        here.send(new Bare(new Signal.SoldOut(new OfferId(1))));
        Soon.until("the signal has come", () -> heard.size() == 1);

        // On another server than the one where the others listen.
        var lanes = links.getFirst().lanes();
        var elsewhere =
                lanes.stream()
                        .filter(l -> !l.session().host().equals(lanes.get(0).session().host()))
                        .findFirst()
                        .orElseThrow();
        var channel = links.getFirst().config().prefix() + ":signals";
        // Again and again, since servers that have just met may not hear each other yet.
        Soon.until(
                "the other has come",
                () -> {
                    elsewhere.call(commands -> commands.publish(channel, "switches"));
                    return heard.contains(new Bare(new Signal.SwitchesChanged()));
                });
    }

    private void gates(List<RedisLink> links) {
        var here = redis.gates(links.getFirst());
        var there = redis.gates(links.getLast());
        var until = HoldSamples.NOON.plusSeconds(60);
        for (int offer = 1; offer <= 10; offer++) {
            var id = new OfferId(offer);
            var ask = new Ask(id, new BuyerId(5), 1, until);
            var pass = here.admit(ask, HoldSamples.NOON, () -> new ClaimId(7)).orElseThrow();
            assertEquals(
                    pass, there.admit(ask, HoldSamples.NOON, () -> new ClaimId(8)).orElseThrow());
            there.use(id, new BuyerId(5), pass.claim());
            Soon.until("it is used", () -> here.count(id, HoldSamples.NOON) == 0);
        }
    }

    private void values(List<RedisLink> links) {
        var here = new RedisSharedCache(links.getFirst());
        var there = new RedisSharedCache(links.getLast());
        var drawn = new ArrayList<Drawn>();
        var counts = new ArrayList<Long>();
        for (int i = 0; i < 30; i++) {
            here.put("key " + i, new byte[] {(byte) i}, MINUTE);
            assertArrayEquals(new byte[] {(byte) i}, there.find("key " + i).orElseThrow());
            drawn.add(new Drawn("key " + i, MINUTE, i));
            counts.add((long) i);
        }
        assertEquals(counts, new RedisRateCounters(links.getLast()).add(drawn));
    }

    private RedisConfig config() {
        var hosts = new ArrayList<String>();
        for (var server : servers) hosts.add("127.0.0.1:" + server.port());
        return SharedRedis.config(servers.getFirst().port(), 8)
                .withUrl("redis-cluster://" + String.join(",", hosts));
    }

    private static boolean isWhole(Services.Instance server) {
        var info = tell(server, "INFO");
        return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + SERVERS);
    }

    /// What the server answers to CLUSTER with these words.
    private static String tell(Services.Instance server, String words) {
        try (var socket = new Socket("127.0.0.1", server.port())) {
            var lines = "CLUSTER " + words + "\r\nQUIT\r\n";
            socket.getOutputStream().write(lines.getBytes(US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertFalse(answer.startsWith("-"), answer);
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
