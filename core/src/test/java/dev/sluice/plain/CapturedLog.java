package dev.sluice.plain;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What a class says in the log as an error; nobody else hears it meanwhile.
public final class CapturedLog implements AutoCloseable {

    private final Logger logger;
    private final Level before;
    private final boolean passedOn;
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord said) {
                    if (said.getLevel() != Level.SEVERE) return;
                    errors.add(new SimpleFormatter().formatMessage(said));
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    public CapturedLog(Class<?> speaker) {
        logger = Logger.getLogger(speaker.getName());
        before = logger.getLevel();
        passedOn = logger.getUseParentHandlers();
        logger.setLevel(Level.SEVERE);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    /// How many of them contain this.
    public long count(String part) {
        return errors.stream().filter(error -> error.contains(part)).count();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(passedOn);
        logger.setLevel(before);
    }
}
