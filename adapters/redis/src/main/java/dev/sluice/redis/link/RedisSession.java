package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/// One connection of a lane, and which server it leads to. It never comes back once it is broken:
/// the lane then opens another, which may lead to another server.
///
/// Texts go over the wire as bytes of ISO 8859-1, so that any bytes can be carried as a text.
///
/// Safe for many threads. Calls of one thread are done by the server in their order.
public final class RedisSession {

    /// Answers of a server that is not, or no longer, the one that has the shard.
    private static final List<String> ELSEWHERE =
            List.of("MOVED", "ASK", "READONLY", "LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOAUTH");

    private final StatefulRedisConnection<String, String> connection;
    private final RedisAddress.Host host;
    private final String runId;
    private final Duration timeout;
    private final Consumer<RedisSession> onBroken;
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    RedisSession(
            StatefulRedisConnection<String, String> connection,
            RedisAddress.Host host,
            String runId,
            Duration timeout,
            Consumer<RedisSession> onBroken) {
        this.connection = connection;
        this.host = host;
        this.runId = runId;
        this.timeout = timeout;
        this.onBroken = onBroken;
    }

    public RedisAddress.Host host() {
        return host;
    }

    /// The server's own name for its present run: another one after a restart or a failover.
    public String runId() {
        return runId;
    }

    /// Asks and waits for the answer, at most as long as configured.
    <T> T call(Function<RedisAsyncCommands<String, String>, RedisFuture<T>> ask) {
        return await(send(ask));
    }

    public <T> T run(Script<T> script, List<String> keys, List<String> args) {
        return await(send(script, keys, args));
    }

    /// Asks now; the answer, or [Unavailable], comes within the configured time.
    public <T> CompletableFuture<T> send(
            Function<RedisAsyncCommands<String, String>, RedisFuture<T>> ask) {
        return bounded(ask, timeout);
    }

    /// The same for a call that blocks at the server for a while.
    public <T> CompletableFuture<T> sendBlocking(
            Function<RedisAsyncCommands<String, String>, RedisFuture<T>> ask, Duration blocking) {
        return bounded(ask, timeout.plus(blocking));
    }

    /// The first time with its text, which the server keeps, and later by its hash.
    public <T> CompletableFuture<T> send(Script<T> script, List<String> keys, List<String> args) {
        var keyArray = keys.toArray(String[]::new);
        var argArray = args.toArray(String[]::new);
        if (!loaded.contains(script.sha())) return sendText(script, keyArray, argArray);
        CompletableFuture<T> sent =
                send(redis -> redis.evalsha(script.sha(), script.output(), keyArray, argArray));
        return sent.exceptionallyCompose(fault ->
                causeOf(fault).getCause() instanceof RedisNoScriptException
                        ? sendText(script, keyArray, argArray)
                        : CompletableFuture.failedFuture(causeOf(fault)));
    }

    /// With its text, so that the server does it before whatever is sent next.
    public <T> CompletableFuture<T> sendText(
            Script<T> script, List<String> keys, List<String> args) {
        return sendText(script, keys.toArray(String[]::new), args.toArray(String[]::new));
    }

    private <T> CompletableFuture<T> sendText(Script<T> script, String[] keys, String[] args) {
        CompletableFuture<T> sent =
                send(redis -> redis.eval(script.text(), script.output(), keys, args));
        return sent.whenComplete((answer, fault) -> {
            if (fault == null) loaded.add(script.sha());
        });
    }

    private <T> CompletableFuture<T> bounded(
            Function<RedisAsyncCommands<String, String>, RedisFuture<T>> ask, Duration within) {
        try {
            return ask.apply(connection.async())
                    .toCompletableFuture()
                    .copy()
                    .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionallyCompose(fault -> CompletableFuture.failedFuture(said(fault)));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(said(e));
        }
    }

    /// The answer of a call that was sent. [Unavailable] also when this thread is interrupted.
    public static <T> T await(CompletableFuture<T> sent) {
        try {
            return sent.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable("interrupted while Redis was asked", e);
        } catch (java.util.concurrent.ExecutionException e) {
            switch (causeOf(e)) {
                case Unavailable fault -> throw new Unavailable(fault.getMessage(), fault);
                case RuntimeException bug -> throw bug;
                case Throwable other -> throw new IllegalStateException(other);
            }
        }
    }

    public void close() {
        connection.closeAsync();
    }

    public boolean isOpen() {
        return connection.isOpen();
    }

    private Unavailable said(Throwable wrapped) {
        var fault = causeOf(wrapped);
        if (fault instanceof Unavailable known) return known;
        if (fault instanceof RedisCommandExecutionException error) {
            var text = String.valueOf(error.getMessage());
            if (ELSEWHERE.stream().anyMatch(code -> isCode(code, text))) onBroken.accept(this);
            return new Unavailable("Redis at " + host + ": " + text, error);
        }
        // Too late or cut off: what the server still says on this connection is of no use.
        onBroken.accept(this);
        return new Unavailable("no answer from Redis at " + host, fault);
    }

    /// Older servers say a script's error in the middle of another one.
    private static boolean isCode(String code, String text) {
        return text.startsWith(code + " ") || text.contains("-" + code + " ");
    }

    private static Throwable causeOf(Throwable fault) {
        boolean wrapper =
                fault instanceof CompletionException
                        || fault instanceof java.util.concurrent.ExecutionException;
        return wrapper && fault.getCause() != null ? causeOf(fault.getCause()) : fault;
    }
}
