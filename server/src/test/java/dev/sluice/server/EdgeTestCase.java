package dev.sluice.server;

import dev.sluice.board.BoardOffer;
import dev.sluice.contracts.NginxProcess;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Code;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/// A test with a real nginx in front of a node that puts its marks there. `edge` asks through
/// nginx, `api` asks the node.
public abstract class EdgeTestCase extends ShopTest {

    public final NginxProcess nginx = new NginxProcess();
    public Api edge;

    /// Each test is skipped by itself, and so named, when nginx is not there.
    public EdgeTestCase() {
        Services.port("nginx");
    }

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.server.trusted-proxies", "127.0.0.1");
        settings.put("sluice.edge.urls", nginx.marksUrl());
        settings.put("sluice.edge.key", NginxProcess.KEY);
        return settings;
    }

    /// A route that says who asks, as far as the node knows.
    @Override
    public void prepare(Sluice sluice) {
        sluice.routes()
                .get(
                        "/who",
                        RouteGroup.PAGE,
                        call ->
                                Reply.text(
                                        200,
                                        Reply.TEXT,
                                        call.client().address() + " " + call.isSecure()));
    }

    @AfterEach
    void stopNginx() {
        nginx.close();
    }

    public void startNginx(Map<String, String> variables) {
        startNginx(List.of(sluice.port()), variables);
    }

    public void startNginx(List<Integer> nodes, Map<String, String> variables) {
        nginx.start(folder.resolve("nginx"), nodes, variables);
        edge = new Api(nginx.port());
    }

    /// An offer with nothing left, and the edge knows.
    public BoardOffer soldOut() {
        return soldOut(offer(1));
    }

    /// The same for an offer of one unit.
    public BoardOffer soldOut(BoardOffer offer) {
        order(shopper(), offer);
        var late = shopper();
        claimAs(as(late), late, offer).is(Code.SOLD_OUT);
        awaitEdgeAnswers(offer);
        return offer;
    }

    void awaitEdgeAnswers(BoardOffer offer) {
        await(() -> {
            double before = answeredAtEdge();
            askForPass(edge, offer);
            return answeredAtEdge() > before;
        });
    }

    /// Sold-out answers that nginx has given.
    double answeredAtEdge() {
        return new Api(nginx.marksPort())
                .root()
                .get("/edge/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("sluice_edge_sold_out_answers_total "))
                .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
                .findFirst()
                .orElseThrow();
    }

    public static Answer askForPass(Api api, BoardOffer offer) {
        return api.post("/offers/" + offer.id() + "/passes", "{}");
    }

    /// What nginx answers to these header lines when another machine sends them, so to speak: one
    /// with this address.
    public String from(String address, String... lines) {
        try (var socket = new Socket()) {
            socket.bind(new java.net.InetSocketAddress(InetAddress.ofLiteral(address), 0));
            socket.connect(new java.net.InetSocketAddress("127.0.0.1", nginx.port()));
            socket.setSoTimeout(Math.toIntExact(Soon.LIMIT.toMillis()));
            var request =
                    String.join("\r\n", lines) + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
