package dev.sluice.zookeeper;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/// Reads the children of one parent in the order of their numbers, each once, and removes old ones.
///
/// Children that were there at the beginning are not read. Numbers are compared by their
/// difference, since ZooKeeper's overflow some day. All times are those of ZooKeeper's own clock.
///
/// One thread reads.
final class SignalFeed {

    /// What the names of children begin with.
    static final String NAME = "s-";

    private static final System.Logger LOG = System.getLogger(SignalFeed.class.getName());
    private static final int SWEPT_MAX = 1_000;

    private final CuratorFramework client;
    private final String parent;
    private final long keptMillis;
    private final Parts parts = new Parts();
    private volatile String self = "";

    /// When the parent was made: another one begins to count anew.
    private long parentMade;

    private int last;
    private long latestMillis;
    private long sweptMillis;

    /// @param keptMillis how long children are kept at least
    SignalFeed(CuratorFramework client, String parent, long keptMillis) {
        this.client = client;
        this.parent = parent;
        this.keptMillis = keptMillis;
    }

    /// A name that no one else has. Known after the beginning.
    String self() {
        return self;
    }

    /// Whatever comes from now on is read.
    void begin() throws Exception {
        self = Long.toHexString(client.getZookeeperClient().getZooKeeper().getSessionId());
        var stat = new Stat();
        var numbers = numbers(stat);
        parentMade = stat.getCzxid();
        // ZooKeeper tells how many children came and went; those that came have the numbers.
        last = (stat.getCversion() + stat.getNumChildren()) / 2 - 1;
        for (int number : numbers) if (number - last > 0) last = number;
    }

    void read(Consumer<String> listener) throws Exception {
        var stat = new Stat();
        var numbers = numbers(stat);
        if (stat.getCzxid() != parentMade) {
            parentMade = stat.getCzxid();
            last = -1;
        }
        var isOwn = false;
        numbers.sort(Comparator.comparingInt(number -> number - last));
        for (int number : numbers) {
            if (number - last <= 0) continue;
            var part = part(number);
            last = number;
            if (part.isEmpty()) continue;
            isOwn = Parts.senderOf(part.orElseThrow()).equals(self);
            whole(part.orElseThrow()).ifPresent(listener);
        }
        if (isOwn && latestMillis - sweptMillis >= keptMillis / 4) sweep(numbers);
    }

    /// The numbers of all children, and what is known of the parent, which is made if need be.
    private List<Integer> numbers(Stat stat) throws Exception {
        List<String> names;
        try {
            names = client.getChildren().storingStatIn(stat).forPath(parent);
        } catch (KeeperException.NoNodeException missing) {
            client.create().orSetData().creatingParentsIfNeeded().forPath(parent, new byte[0]);
            names = client.getChildren().storingStatIn(stat).forPath(parent);
        }
        var numbers = new ArrayList<Integer>(names.size());
        for (var name : names) {
            if (name.startsWith(NAME)) numbers.add(Integer.parseInt(name.substring(NAME.length())));
        }
        return numbers;
    }

    /// Nothing when it was removed before it was read.
    private Optional<byte[]> part(int number) throws Exception {
        try {
            var stat = new Stat();
            var bytes = client.getData().storingStatIn(stat).forPath(path(number));
            latestMillis = Math.max(latestMillis, stat.getCtime());
            return Optional.of(bytes);
        } catch (KeeperException.NoNodeException missed) {
            return Optional.empty();
        }
    }

    private Optional<String> whole(byte[] part) {
        try {
            return parts.add(part);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "no part of a signal: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    /// @param numbers of all children, in their order
    private void sweep(List<Integer> numbers) throws Exception {
        sweptMillis = latestMillis;
        int from = 0;
        int to = Math.min(SWEPT_MAX, numbers.size());
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (isOld(numbers.get(middle))) from = middle + 1;
            else to = middle;
        }
        for (int number : numbers.subList(0, from)) {
            client.delete().quietly().inBackground().forPath(path(number));
        }
    }

    private boolean isOld(int number) throws Exception {
        var stat = client.checkExists().forPath(path(number));
        return stat == null || stat.getCtime() < latestMillis - keptMillis;
    }

    private String path(int number) {
        return parent + "/" + NAME + "%010d".formatted(number);
    }
}
