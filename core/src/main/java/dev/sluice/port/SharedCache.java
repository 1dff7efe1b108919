package dev.sluice.port;

import java.time.Duration;
import java.util.Optional;

/// Small values that all nodes share for a while. Kept by `SharedCacheContract`.
///
/// Nothing here is the only copy of anything: a value may be gone at any time, and whoever meets
/// [Unavailable] does without.
public interface SharedCache {

    Optional<byte[]> find(String key);

    void put(String key, byte[] value, Duration lifetime);

    /// Puts the value unless there is one already; tells whether it was put.
    boolean putIfAbsent(String key, byte[] value, Duration lifetime);

    void drop(String key);

    /// True for one caller of all nodes, and false for all others while the lifetime lasts.
    boolean isFirst(String key, Duration lifetime);
}
