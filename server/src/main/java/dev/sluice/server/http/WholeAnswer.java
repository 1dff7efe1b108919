package dev.sluice.server.http;

import dev.sluice.port.Unavailable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Asks another server and has its answer in time, to the last byte. The client's own limit ends
/// with the headers: whoever sends those and then nothing would be waited for without end.
public final class WholeAnswer {

    private WholeAnswer() {}

    /// @param who is asked, for the message
    /// @throws Unavailable when the answer is not there in time
    public static <T> HttpResponse<T> of(
            HttpClient client, HttpRequest request, BodyHandler<T> handler, String who)
            throws InterruptedException {
        var limit = request.timeout().orElseThrow();
        var answer = client.sendAsync(request, handler);
        try {
            return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            var cause = e.getCause();
            throw new Unavailable(who + " did not answer: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new Unavailable(late(who, limit), e);
        } finally {
            answer.cancel(true);
        }
    }

    private static String late(String who, Duration limit) {
        return "%s did not answer within %d ms".formatted(who, limit.toMillis());
    }
}
