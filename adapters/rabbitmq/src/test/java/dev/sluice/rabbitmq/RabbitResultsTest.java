package dev.sluice.rabbitmq;

import dev.sluice.contracts.ResultsContract;
import dev.sluice.port.Results;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class RabbitResultsTest implements ResultsContract {

    private static final String INBOX = "inbox";

    @Override
    public Listening listen() {
        var rabbit = Rabbit.shared();
        var results = rabbit.closing(new RabbitResults(rabbit.link()));
        var inbox = rabbit.name(INBOX);
        rabbit.ask(channel -> channel.queueDeclare(inbox, true, false, false, null));
        rabbit.ask(channel -> channel.queueBind(inbox, rabbit.name("results"), "ORDER.*"));
        return new Listening() {
            @Override
            public Results results() {
                return results;
            }

            @Override
            public List<Heard> hear(int count) {
                var heard = new ArrayList<Heard>();
                for (var message : rabbit.get(INBOX, count)) {
                    heard.add(
                            new Heard(
                                    message.getEnvelope().getRoutingKey(),
                                    message.getProps().getMessageId(),
                                    new String(message.getBody(), StandardCharsets.UTF_8)));
                }
                return heard;
            }

            @Override
            public void close() {
                rabbit.close();
            }
        };
    }
}
