package dev.sluice.rocketmq;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Those who asked to be told. One subscriber's mistake is not the others' loss.
final class Subscribers<T> {

    private static final System.Logger LOG = System.getLogger(Subscribers.class.getName());

    private final List<Consumer<T>> subscribers = new CopyOnWriteArrayList<>();

    void add(Consumer<T> subscriber) {
        subscribers.add(subscriber);
    }

    void tell(T news) {
        for (var subscriber : subscribers) {
            try {
                subscriber.accept(news);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a subscriber failed on " + news, e);
            }
        }
    }
}
