package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.HashMap;
import java.util.Map;

/// What a crash of Redis can lose of what it has acknowledged, as its servers are configured now.
///
/// @param isSafe whether an acknowledged claim survives the loss of a server: replicas have it
///     before it is answered, or it is on the disk of a server whose place no replica takes
/// @param says what can be lost, in one sentence
public record RedisPersistence(boolean isSafe, String says) {

    /// Asks all servers; the worst of them counts. A server that throws data away when memory is
    /// short is refused with an [IllegalStateException].
    public static RedisPersistence read(RedisLink link) {
        RedisPersistence worst = null;
        for (var lane : link.lanes()) {
            var one = read(lane, link);
            if (worst == null || worst.isSafe && !one.isSafe) worst = one;
        }
        return worst;
    }

    private static RedisPersistence read(RedisLane lane, RedisLink link) {
        var info = new RedisInfo(lane.call(redis -> redis.info()));
        refuseEviction(info, lane);
        var config = new HashMap<String, String>();
        try {
            for (var name : new String[] {"appendonly", "appendfsync", "save"}) {
                Map<String, String> found = lane.call(redis -> redis.configGet(name));
                config.putAll(found);
            }
        } catch (Unavailable e) {
            if (!isForbidden(e)) throw e;
        }
        return judge(info, config, link);
    }

    private static RedisPersistence judge(
            RedisInfo info, Map<String, String> config, RedisLink link) {
        int waitReplicas = link.config().waitReplicas();
        if (waitReplicas > 0) return replicated(info, config, waitReplicas);
        if (!config.containsKey("appendonly")) {
            return unsafe("unknown: this Redis does not let its configuration be read");
        }
        if (!"yes".equals(config.get("appendonly"))) {
            var save = config.getOrDefault("save", "");
            return save.isEmpty()
                    ? unsafe("everything: appendonly is no and no snapshots are taken")
                    : unsafe("everything since the last snapshot: appendonly is no");
        }
        var fsync = config.getOrDefault("appendfsync", "?");
        return switch (fsync) {
            case "always" -> onDisk(info, link.isGuarded());
            case "everysec" ->
                    unsafe("up to a second of acknowledged claims: appendfsync is everysec");
            default ->
                    unsafe(
                            "acknowledged claims that the system has not written yet, commonly of"
                                    + " half a minute: appendfsync is "
                                    + fsync);
        };
    }

    /// Replicas copy whatever their master has, also nothing: one that has no log and is started
    /// anew before another takes its place empties them.
    private static RedisPersistence replicated(
            RedisInfo info, Map<String, String> config, int waitReplicas) {
        if ("no".equals(config.get("appendonly"))) {
            return unsafe(
                    "everything that is not in a snapshot, on replicas as well, when a master is"
                            + " restarted before a replica has taken its place: appendonly is no");
        }
        return safe(
                "nothing that was acknowledged, unless a master is lost together with "
                        + waitReplicas
                        + " of its replicas: every batch waits for them"
                        + tooFew(info, waitReplicas));
    }

    /// The disk of a master is of no use when a replica takes its place.
    private static RedisPersistence onDisk(RedisInfo info, boolean isGuarded) {
        if (info.replicas() == 0 && !isGuarded) {
            return safe("nothing that was acknowledged: appendfsync is always");
        }
        return unsafe(
                "acknowledged claims that a replica has not got yet when it takes the master's"
                        + " place: wait-replicas is 0. A master that is restarted loses nothing,"
                        + " since appendfsync is always");
    }

    private static String tooFew(RedisInfo info, int waitReplicas) {
        return info.replicas() >= waitReplicas
                ? ""
                : ". Now there are only " + info.replicas() + ", so that no claim is answered";
    }

    private static void refuseEviction(RedisInfo info, RedisLane lane) {
        if (info.evictionPolicy().equals("noeviction")) return;
        throw new IllegalStateException(
                "sluice.redis: the server of shard "
                        + lane.shard()
                        + " throws keys away when memory is short, since its maxmemory-policy is "
                        + info.evictionPolicy()
                        + "; it must be noeviction");
    }

    private static boolean isForbidden(Throwable fault) {
        for (var cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof RedisCommandExecutionException) return true;
        }
        return false;
    }

    private static RedisPersistence safe(String loses) {
        return new RedisPersistence(true, "a crash of Redis can lose " + loses);
    }

    private static RedisPersistence unsafe(String loses) {
        return new RedisPersistence(false, "a crash of Redis can lose " + loses);
    }
}
