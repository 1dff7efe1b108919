package dev.sluice.redis.link;

import java.util.HashMap;
import java.util.Map;

/// What a server says of itself in answer to INFO.
final class RedisInfo {

    private final Map<String, String> fields = new HashMap<>();

    RedisInfo(String text) {
        for (var line : text.split("\r?\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) fields.put(line.substring(0, colon), line.substring(colon + 1));
        }
    }

    String runId() {
        var id = fields.get("run_id");
        if (id == null) throw new IllegalStateException("Redis does not say its run_id");
        return id;
    }

    String version() {
        return fields.getOrDefault("redis_version", "?");
    }

    boolean isMaster() {
        return "master".equals(fields.get("role"));
    }

    boolean isLoading() {
        return "1".equals(fields.get("loading"));
    }

    int replicas() {
        return Integer.parseInt(fields.getOrDefault("connected_slaves", "0"));
    }

    boolean isAppending() {
        return "1".equals(fields.get("aof_enabled"));
    }

    /// How much of the memory that it may use is used; 0 without a limit.
    int memoryPercent() {
        long max = Long.parseLong(fields.getOrDefault("maxmemory", "0"));
        long used = Long.parseLong(fields.getOrDefault("used_memory", "0"));
        return max == 0 ? 0 : (int) Math.min(1_000, used * 100 / max);
    }

    String evictionPolicy() {
        return fields.getOrDefault("maxmemory_policy", "?");
    }
}
