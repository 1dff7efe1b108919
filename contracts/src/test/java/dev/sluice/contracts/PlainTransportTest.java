package dev.sluice.contracts;

import dev.sluice.plain.PlainTransport;
import dev.sluice.port.Transport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PlainTransportTest implements TransportContract {

    private final List<AutoCloseable> opened = new ArrayList<>();

    @Override
    public List<Transport> transports(int count) {
        return Collections.nCopies(count, new PlainTransport());
    }

    @Override
    public <T extends AutoCloseable> T closing(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    @AfterEach
    void close() throws Exception {
        for (var closeable : opened) closeable.close();
    }
}
