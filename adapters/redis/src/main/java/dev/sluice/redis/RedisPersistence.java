package dev.sluice.redis;

import dev.sluice.port.Unavailable;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.HashMap;
import java.util.Map;

/// What a crash of Redis can lose of what it has acknowledged, as its servers are configured now.
///
/// @param isSafe whether an acknowledged claim survives the crash of a server: it is on disk before
///     it is answered, or replicas have it
/// @param says what can be lost, in one sentence
public record RedisPersistence(boolean isSafe, String says) {

    /// Asks all servers; the worst of them counts. A server that throws data away when memory is
    /// short is refused with an [IllegalStateException].
    public static RedisPersistence read(RedisLink link) {
        RedisPersistence worst = null;
        for (var lane : link.lanes()) {
            var one = read(lane, link.config().waitReplicas());
            if (worst == null || worst.isSafe && !one.isSafe) worst = one;
        }
        return worst;
    }

    private static RedisPersistence read(RedisLane lane, int waitReplicas) {
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
        return judge(info, config, waitReplicas);
    }

    static RedisPersistence judge(RedisInfo info, Map<String, String> config, int waitReplicas) {
        if (waitReplicas > 0) {
            return safe(
                    "nothing that was acknowledged, unless a master is lost together with "
                            + waitReplicas
                            + " of its replicas: every batch waits for them"
                            + tooFew(info, waitReplicas));
        }
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
            case "always" -> safe("nothing that was acknowledged" + failover(info));
            case "everysec" ->
                    unsafe("up to a second of acknowledged claims: appendfsync is everysec");
            default ->
                    unsafe(
                            "acknowledged claims that the system has not written yet, commonly of"
                                    + " half a minute: appendfsync is "
                                    + fsync);
        };
    }

    private static String failover(RedisInfo info) {
        return info.replicas() == 0
                ? ": appendfsync is always"
                : " when a server is restarted: appendfsync is always; but a failover to a replica"
                        + " loses what it has not got yet: wait-replicas is 0";
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
