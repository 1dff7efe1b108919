package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Waiting for answers of several lanes.
public final class Answers {

    private Answers() {}

    /// Waits for all of them, and only then throws the first fault, if there was one: afterwards
    /// nothing of the call is on its way any more.
    public static <T> List<T> all(List<CompletableFuture<T>> sent) {
        Unavailable fault = null;
        for (var answer : sent) {
            try {
                RedisSession.await(answer);
            } catch (Unavailable e) {
                if (fault == null) fault = e;
            }
        }
        if (fault != null) throw fault;
        return sent.stream().map(CompletableFuture::join).toList();
    }

    /// Lets a little time go by. [Unavailable] when this thread is interrupted.
    public static void pause(long millis) {
        try {
            new CompletableFuture<Void>()
                    .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable("interrupted", e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
