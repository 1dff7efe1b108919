package dev.sluice.news;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Those who asked to be told, told in the order in which they asked, on the thread of whoever
/// tells. One subscriber's mistake is in the log and is not the others' loss.
///
/// Any thread may add and tell; who needs news in one order tells on one thread at a time.
public final class Subscribers<T> {

    private static final System.Logger LOG = System.getLogger(Subscribers.class.getName());

    private final List<Consumer<T>> subscribers = new CopyOnWriteArrayList<>();

    public void add(Consumer<T> subscriber) {
        subscribers.add(subscriber);
    }

    public void tell(T news) {
        for (var subscriber : subscribers) {
            try {
                subscriber.accept(news);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a subscriber failed on " + news, e);
            }
        }
    }
}
