package dev.sluice.server.payment;

import dev.sluice.port.Refunder;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Money;
import dev.sluice.sale.Refund;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.WholeAnswer;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;

/// Asks providers over HTTP: a signed POST to the provider's `refund-url`, with the refund's key in
/// the body and in the header `Idempotency-Key`. What a provider confirms is believed only when it
/// names the same key and the same amount, whatever else it says.
public final class ProviderRefunder implements Refunder, AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int KEY_MAX = 200;
    private static final int ANSWER_MAX = 16_384;

    private final Providers providers;
    private final Duration timeout;
    private final HttpClient client;

    public ProviderRefunder(Providers providers) {
        this(providers, TIMEOUT);
    }

    public ProviderRefunder(Providers providers, Duration timeout) {
        this.providers = providers;
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    @Override
    public Set<String> providers() {
        return providers.refunding();
    }

    @Override
    public Answer ask(Refund refund) {
        var provider = providers.find(refund.deposit().provider()).orElseThrow();
        var body = body(refund);
        var request =
                HttpRequest.newBuilder(provider.refundUrl().orElseThrow().get())
                        .timeout(timeout)
                        .header("Content-Type", Reply.JSON)
                        .header("Idempotency-Key", ascii(refund.key()))
                        .header(Providers.SIGNATURE, provider.sign(body))
                        .POST(BodyPublishers.ofByteArray(body))
                        .build();
        return answer(refund, send(request));
    }

    private HttpResponse<byte[]> send(HttpRequest request) {
        try {
            return WholeAnswer.of(client, request, ProviderRefunder::body, "the provider");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unavailable("stopped while asking for a refund", e);
        }
    }

    private static BodySubscriber<byte[]> body(ResponseInfo answered) {
        if (!isGood(answered.statusCode())) return BodySubscribers.replacing(new byte[0]);
        return BodySubscribers.limiting(BodySubscribers.ofByteArray(), ANSWER_MAX);
    }

    private static boolean isGood(int status) {
        return status == 200 || status == 202;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private static byte[] body(Refund refund) {
        var money = refund.deposit();
        return JsonOut.object(out -> {
            out.text("refund", refund.key()).text("reference", money.reference());
            out.present(money.payment(), (o, payment) -> o.text("paymentId", payment));
            out.money("amount", money.amount()).text("why", money.fate());
        });
    }

    private static Answer answer(Refund refund, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        if (!isGood(status)) return new Answer.Refused("answered " + status);
        try {
            return answer(refund, Fields.ofAnswer(response.body(), "refund", "status", "amount"));
        } catch (Problem notUnderstood) {
            return new Answer.Refused("answered " + status + " with what is no confirmation");
        }
    }

    private static Answer answer(Refund refund, Fields said) {
        var key = said.text("refund", 1, KEY_MAX);
        var status = said.text("status", 1, 20);
        if (!key.equals(refund.key())) return new Answer.Refused("confirmed another refund");
        return switch (status) {
            case "PENDING" -> new Answer.NotYet("the provider is at it");
            case "DONE" -> done(refund.deposit().amount(), said);
            default -> new Answer.Refused("refused");
        };
    }

    private static Answer done(Money owed, Fields said) {
        var sum = said.object("amount", "amount", "currency");
        var currency = sum.text("currency", 1, 16);
        long amount = sum.integer("amount", 0, Long.MAX_VALUE);
        if (currency.equals(owed.currency()) && amount == owed.amount()) return new Answer.Done();
        return new Answer.Refused("confirmed another amount: " + amount + " " + currency);
    }

    /// Headers take no other characters than these.
    private static String ascii(String key) {
        boolean isPlain = key.chars().allMatch(c -> c > ' ' && c <= '~');
        if (isPlain) return key;
        return HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8));
    }
}
