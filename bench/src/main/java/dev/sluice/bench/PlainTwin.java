package dev.sluice.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

/// The textbook's flash sale, correct and plain: the same HTTP library, a pool of blocking threads,
/// a pool of connections, and one SQL transaction per claim. Whoever a claim says it is from is
/// believed, and there are no passes, limits or queues, all in the twin's favour.
final class PlainTwin {
    private static final int WORKERS = 20;

    private final Vertx vertx =
            Vertx.vertx(
                    new VertxOptions().setPreferNativeTransport(true).setWorkerPoolSize(WORKERS));
    private final TwinBook book;

    private PlainTwin(TwinBook book) {
        this.book = book;
    }

    /// @param arguments the port, the database file, the stock, and how many connections to it
    public static void main(String[] arguments) throws SQLException, InterruptedException {
        var book =
                new TwinBook(
                        Path.of(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Integer.parseInt(arguments[3]));
        var listening = new CountDownLatch(1);
        var twin = new PlainTwin(book);
        twin.vertx
                .createHttpServer(new HttpServerOptions().setHost("127.0.0.1"))
                .requestHandler(twin::answer)
                .listen(Integer.parseInt(arguments[0]))
                .onComplete(server -> listening.countDown());
        listening.await();
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/health/ready" -> request.response().end();
            case "/audit" -> send(request, 200, book::audit);
            default -> claim(request);
        }
    }

    private void claim(HttpServerRequest request) {
        var buyer = request.getHeader("Authorization");
        request.body()
                .onSuccess(body -> {
                    int units = new JsonObject(body).getInteger("quantity");
                    send(request, 202, () -> book.claim(buyer, units));
                });
    }

    /// What the book does, and what it answers: nothing when the claim is refused.
    private interface Work {
        JsonObject run() throws SQLException, InterruptedException;
    }

    private void send(HttpServerRequest request, int status, Work work) {
        vertx.executeBlocking(work::run, false)
                .onComplete(
                        answer ->
                                request.response()
                                        .setStatusCode(answer == null ? 410 : status)
                                        .putHeader("content-type", "application/json")
                                        .end(answer == null ? "{}" : answer.encode()),
                        failure -> request.response().setStatusCode(503).end());
    }
}
