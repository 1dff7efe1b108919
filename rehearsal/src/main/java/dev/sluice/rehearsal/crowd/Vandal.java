package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/// Sends garbage of every kind. All of it must be refused as the sender's fault, and none may cost
/// the server more than the refusal.
final class Vandal {
    private static final int PIECES = 10;
    private static final int BODY_TOO_LONG = 70 * 1024;
    private static final int HEADER_TOO_LONG = 40 * 1024;
    private static final String NO_PASS = "A".repeat(49);
    private static final String API = "/api/v1/";

    private final Buyer buyer;
    private final Scene scene;
    private final String offer;
    private final List<Supplier<Call>> garbage;
    private int pieces;

    Vandal(Buyer buyer) {
        this.buyer = buyer;
        this.scene = buyer.scene();
        this.offer = API + "offers/" + buyer.offer().offerId();
        this.garbage =
                List.of(
                        () -> pass("{\"challengeId\":"),
                        () -> pass("[]"),
                        () -> pass("null"),
                        () -> pass("{\"challengeId\":42,\"answer\":\"\"}"),
                        () -> pass("{\"challengeId\":\"x\",\"answer\":\"\",\"more\":1}"),
                        () -> pass("{\"challengeId\":\"<script>\",\"answer\":\"" + "9".repeat(99)),
                        () -> pass("[".repeat(20_000)),
                        () -> pass("").body(new byte[] {(byte) 0xff, (byte) 0xfe, 0}),
                        () -> pass(" ".repeat(BODY_TOO_LONG)).alone(),
                        () -> claim("{\"quantity\":999999999999999999999}"),
                        () -> claim("{\"quantity\":-1}"),
                        () -> claim("{\"quantity\":\"1\"}"),
                        () -> claim("{\"quantity\":1.5,\"quantity\":1}"),
                        () -> claim("{\"quantity\":1e9}"),
                        () -> Call.post(Step.OTHER, offer + "/claims/x", "{\"quantity\":1}"),
                        () -> Call.post(Step.OTHER, API + "offers/no/claims/" + NO_PASS, "{}"),
                        () -> get("claims/" + "c".repeat(200)),
                        () -> get("claims/..%2f..%2fetc%2fpasswd"),
                        () -> get("claims/%00"),
                        () -> get("orders/%zz"),
                        () -> get("orders?limit=-1"),
                        () -> get("claims/none?wait=forever"),
                        () -> get("offers/';drop table offers;--/challenge".replace(' ', '+')),
                        () -> get("live"),
                        () -> get("no/such/route"),
                        () -> get("admin/switches"),
                        () -> Call.post(Step.OTHER, API + "admin/sales", "{}"),
                        () -> Call.post(Step.OTHER, API + "payments/notify/sandbox", "{}"),
                        () -> Call.post(Step.OTHER, "/sandbox/payments/none/pay", ""),
                        () -> Call.of(Step.OTHER, "DELETE", offer + "/challenge"),
                        () -> Call.of(Step.OTHER, "PATCH", offer + "/passes"),
                        () ->
                                get("orders/x")
                                        .headers("Accept-Language: " + "z".repeat(99) + "\r\n"),
                        () ->
                                get("orders/x")
                                        .headers("X-Long: " + "z".repeat(HEADER_TOO_LONG) + "\r\n")
                                        .alone(),
                        () -> Call.raw(Step.OTHER, "GET /" + " nonsense\r\n\r\n"),
                        () -> Call.raw(Step.OTHER, head() + "No colon here\r\n\r\n"),
                        () -> Call.raw(Step.OTHER, head() + "Content-Length: -5\r\n\r\n"),
                        () -> Call.raw(Step.OTHER, head() + "Bad\0name: x\r\n\r\n"));
    }

    void arrive(long due) {
        smash(due);
    }

    private void smash(long due) {
        if (due - scene.hours().closes() >= 0 || pieces == PIECES) {
            buyer.leave();
            return;
        }
        pieces++;
        var call = garbage.get(buyer.random().nextInt(garbage.size())).get().due(due);
        buyer.send(call, answer -> answered(call, answer));
    }

    private void answered(Call call, Answer answer) {
        if (answer.isSuccess()) {
            var body = new String(call.body(), StandardCharsets.ISO_8859_1);
            var shown = body.substring(0, Math.min(60, body.length()));
            scene.odd(
                    Oddity.Kind.LEAK,
                    buyer
                            + " sent garbage: "
                            + call
                            + " "
                            + shown
                            + " was answered "
                            + answer.status());
        }
        buyer.later(100, 700, this::smash);
    }

    private Call pass(String body) {
        return Call.post(Step.OTHER, offer + "/passes", body);
    }

    private Call claim(String body) {
        return Call.post(Step.OTHER, offer + "/claims/" + NO_PASS, body);
    }

    private static Call get(String path) {
        return Call.get(Step.OTHER, API + path);
    }

    private static String head() {
        return "GET " + API + "orders HTTP/1.1\r\nHost: sluice\r\n";
    }
}
