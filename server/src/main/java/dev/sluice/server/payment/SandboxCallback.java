package dev.sluice.server.payment;

import dev.sluice.server.http.Reply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Delivers the sandbox's notices: signed, over HTTP, a few times until somebody answers. Blocks
/// its caller, for a few seconds at most.
public final class SandboxCallback implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SandboxCallback.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final List<Duration> PAUSES =
            List.of(Duration.ofMillis(100), Duration.ofMillis(400), Duration.ofMillis(1_000));

    private static final String PATH = "/api/v1/payments/notify/sandbox";

    private final Providers.Provider sandbox;
    private final Supplier<URI> target;
    private final Duration timeout;
    private final HttpClient client;
    private final CountDownLatch closed = new CountDownLatch(1);

    /// @param target where notices go; asked each time, since a port may be known late
    public SandboxCallback(Providers.Provider sandbox, Supplier<URI> target) {
        this(sandbox, target, TIMEOUT);
    }

    public SandboxCallback(Providers.Provider sandbox, Supplier<URI> target, Duration timeout) {
        this.sandbox = sandbox;
        this.target = target;
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    /// The address of this very server for a host that it listens on.
    public static URI target(String host, int port) {
        var isAny = host.equals("0.0.0.0") || host.equals("::");
        var shown = isAny ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + shown + ":" + port + PATH);
    }

    /// Whether somebody took the notice, or refused it for good. After false nothing is known, and
    /// the same notice may be delivered again.
    boolean deliver(byte[] notice) throws InterruptedException {
        for (var pause : PAUSES) {
            if (isAnswered(notice)) return true;
            if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) return false;
        }
        return isAnswered(notice);
    }

    @Override
    public void close() {
        closed.countDown();
        client.shutdownNow();
    }

    /// An answer of 429 or from 500 on asks to try again.
    private boolean isAnswered(byte[] notice) throws InterruptedException {
        var request =
                HttpRequest.newBuilder(target.get())
                        .timeout(timeout)
                        .header("Content-Type", Reply.JSON)
                        .header(Providers.SIGNATURE, sandbox.sign(notice))
                        .POST(BodyPublishers.ofByteArray(notice))
                        .build();
        try {
            var answer = client.send(request, BodyHandlers.ofString());
            int status = answer.statusCode();
            if (status == 200) return true;
            LOG.warn("The sandbox's notice was answered with {}: {}", status, answer.body());
            return status < 500 && status != 429;
        } catch (IOException e) {
            LOG.warn("The sandbox's notice did not arrive: {}", e.toString());
            return false;
        }
    }
}
