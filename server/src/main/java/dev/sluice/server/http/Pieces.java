package dev.sluice.server.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An answer that is sent while it is made, piece by piece, from the virtual thread of its request.
/// A piece is sent when the one before has left, so that memory holds one of them however long the
/// answer is and however slowly the client reads.
///
/// The head goes out with the first piece: until then a problem is answered as always. Closed
/// before its end the answer breaks off, which a client cannot take for the whole.
public final class Pieces implements AutoCloseable {

    private static final int SEND_SECONDS_MAX = 30;

    private final Call call;
    private final Map<String, String> headers;
    private final HttpServerResponse response;
    private boolean begun;
    private boolean ended;

    /// @param headers beyond those that every answer has
    public Pieces(Call call, Map<String, String> headers) {
        this.call = call;
        this.headers = headers;
        this.response = call.request().response();
    }

    /// False when the client has gone away or does not read: nothing more needs to be made.
    public boolean send(Buffer piece) throws InterruptedException {
        if (!begun) begin();
        return isSent(response.write(piece));
    }

    /// The answer that a route gives when it has sent everything.
    public Reply end() throws InterruptedException {
        if (!begun) begin();
        ended = isSent(response.end());
        return sent();
    }

    /// What a route returns instead of an answer that is on its way.
    public static Reply sent() {
        return Reply.empty(200);
    }

    @Override
    public void close() {
        if (begun && !ended) call.request().connection().close();
    }

    private void begin() {
        begun = true;
        response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.putHeader("x-content-type-options", "nosniff");
        response.putHeader("referrer-policy", "no-referrer");
        headers.forEach(response::putHeader);
        response.setChunked(true);
    }

    private static boolean isSent(Future<Void> sending) throws InterruptedException {
        try {
            sending.toCompletionStage()
                    .toCompletableFuture()
                    .get(SEND_SECONDS_MAX, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException gone) {
            return false;
        }
    }
}
