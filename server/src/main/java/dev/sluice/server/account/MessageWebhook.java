package dev.sluice.server.account;

import dev.sluice.port.Unavailable;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.WholeAnswer;
import dev.sluice.server.json.JsonOut;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Hands messages to a program of the operator's that knows how to reach phones: a POST of
/// `{to, code, text}` each. Any answer of 2xx means that the message is on its way.
public final class MessageWebhook implements Messages {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(2);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    private final URI address;
    private final Duration answerMax;
    private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT_MAX).build();

    MessageWebhook(URI address) {
        this(address, ANSWER_MAX);
    }

    MessageWebhook(URI address, Duration answerMax) {
        this.address = address;
        this.answerMax = answerMax;
    }

    /// Reads the setting; an empty text is none.
    public static URI parse(String text) {
        if (text.isEmpty()) return null;
        var address = URI.create(text);
        var scheme = address.getScheme();
        if (address.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException("write an address with http or https");
        }
        return address;
    }

    @Override
    public void send(Message message) throws InterruptedException {
        var body =
                JsonOut.object(out ->
                        out.text("to", message.to())
                                .text("code", message.code())
                                .text("text", message.text()));
        var request =
                HttpRequest.newBuilder(address)
                        .timeout(answerMax)
                        .header("Content-Type", Reply.JSON)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build();
        int status = status(request);
        if (status / 100 != 2) {
            throw new Unavailable("the webhook for messages answered " + status, null);
        }
    }

    private int status(HttpRequest request) throws InterruptedException {
        var discarding = BodyHandlers.discarding();
        return WholeAnswer.of(client, request, discarding, "the webhook for messages").statusCode();
    }
}
