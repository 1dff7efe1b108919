package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Buyer;
import dev.sluice.rehearsal.TinyShop.Claim;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The WebSocket of a [TinySluice]: claims to their own buyers, and the state of an offer at the
/// moment when it is watched.
final class TinyLive {

    private final Map<Buyer, Set<ServerWebSocket>> sockets = new HashMap<>();

    void open(TinyShop shop, ServerWebSocket socket) {
        socket.textMessageHandler(text -> {
            try {
                understand(shop, socket, new JsonObject(text));
            } catch (DecodeException | ClassCastException garbage) {
                error(socket, "INVALID");
            }
        });
    }

    private void understand(TinyShop shop, ServerWebSocket socket, JsonObject message) {
        switch (message.getString("type", "")) {
            case "hello" -> {
                var buyer = shop.sessions.get(message.getString("session", ""));
                if (buyer == null) error(socket, "NO_SESSION");
                else greet(buyer, socket);
            }
            case "watch" -> {
                var offer = shop.offers.get(message.getString("offerId", ""));
                if (offer == null) {
                    error(socket, "NO_SUCH_OFFER");
                    return;
                }
                send(
                        socket,
                        new JsonObject()
                                .put("type", "offer")
                                .put("offerId", offer.id)
                                .put("availability", offer.availabilityAt(shop.now())));
            }
            default -> error(socket, "INVALID");
        }
    }

    private void greet(Buyer buyer, ServerWebSocket socket) {
        sockets.computeIfAbsent(buyer, _ -> new HashSet<>()).add(socket);
        socket.closeHandler(_ -> sockets.getOrDefault(buyer, Set.of()).remove(socket));
        for (var claim : buyer.claims) send(socket, json(claim));
    }

    void tell(Claim claim) {
        for (var socket : sockets.getOrDefault(claim.buyer, Set.of())) send(socket, json(claim));
    }

    private static JsonObject json(Claim claim) {
        var json =
                new JsonObject()
                        .put("type", "claim")
                        .put("claimId", claim.id)
                        .put("offerId", claim.offer.id);
        return TinyBuying.writeStatus(json, claim);
    }

    private static void error(ServerWebSocket socket, String code) {
        send(
                socket,
                new JsonObject()
                        .put("type", "error")
                        .put("code", code)
                        .put("detail", "Refused: " + code));
    }

    private static void send(ServerWebSocket socket, JsonObject message) {
        if (!socket.isClosed()) socket.writeTextMessage(message.encode());
    }
}
