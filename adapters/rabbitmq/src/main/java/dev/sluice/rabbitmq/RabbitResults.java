package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import dev.sluice.id.OrderId;
import dev.sluice.port.Results;
import dev.sluice.rabbitmq.Publisher.Message;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Results on the durable topic exchange `<prefix>.results`, for other systems to bind their queues
/// to. Without a queue they go nowhere.
///
/// A claim that was won has the routing key `ORDER.SUCCESS`, one that was lost `ORDER.FAIL`. Each
/// is a persistent message of its own with a JSON object, such as
///
/// ```
/// {"claimId":"06x3m8b1c9zrt","offerId":"0000000000dk9","buyerId":"0000000000001",
///  "quantity":1,"orderId":"06x3m8b1f2a7q"}
/// {"claimId":"06x3m8b1c9zrv","offerId":"0000000000dk9","buyerId":"0000000000002",
///  "quantity":2,"reason":"SOLD_OUT"}
/// ```
///
/// Offer, buyer and order are as clients of the HTTP API see them. The claim's id is internal:
/// clients see it only in a signed form. A result comes at least once. Its message id, the claim's
/// id with `.SUCCESS` or `.FAIL`, is the same each time, so that consumers can drop repetitions.
public final class RabbitResults implements Results, AutoCloseable {

    private final String exchange;
    private final int confirmMax;
    private final Publisher publisher;

    /// Waits for the broker up to the timeout; when it is not there this goes on trying.
    public RabbitResults(RabbitLink link) {
        this.exchange = link.name("results");
        this.confirmMax = link.config().confirmMax();
        this.publisher =
                new Publisher(
                        link,
                        "results",
                        channel ->
                                channel.exchangeDeclare(exchange, BuiltinExchangeType.TOPIC, true));
    }

    @Override
    public void publish(List<ClaimState> ended) {
        for (int from = 0; from < ended.size(); from += confirmMax) {
            var messages = new ArrayList<Message>();
            for (var claim : ended.subList(from, Math.min(from + confirmMax, ended.size()))) {
                messages.add(message(claim));
            }
            publisher.publish(messages);
        }
    }

    @Override
    public void close() {
        publisher.close();
    }

    private Message message(ClaimState claim) {
        return switch (claim.outcome().orElseThrow()) {
            case Outcome.Won(_, OrderId order) ->
                    message(claim, "SUCCESS", "\"orderId\":\"" + order + "\"");
            case Outcome.Lost(_, Outcome.Reason reason) ->
                    message(claim, "FAIL", "\"reason\":\"" + reason + "\"");
        };
    }

    /// No id, number or reason has a character that JSON would escape.
    private Message message(ClaimState claim, String ending, String outcome) {
        var hold = claim.hold();
        var json =
                "{\"claimId\":\"%s\",\"offerId\":\"%s\",\"buyerId\":\"%s\",\"quantity\":%d,%s}"
                        .formatted(hold.claim(), hold.offer(), hold.buyer(), hold.units(), outcome);
        var properties =
                new BasicProperties.Builder()
                        .contentType("application/json")
                        .deliveryMode(2)
                        .messageId(hold.claim() + "." + ending)
                        .build();
        return new Message(
                exchange,
                "ORDER." + ending,
                false,
                properties,
                json.getBytes(StandardCharsets.UTF_8));
    }
}
