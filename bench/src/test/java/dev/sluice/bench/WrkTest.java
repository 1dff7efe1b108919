package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrkTest {
    private static final Duration BRIEFLY = Duration.ofSeconds(3);

    @TempDir private Path folder;

    @Test
    void both_kinds_of_load_are_answered_by_the_bare_server() throws Exception {
        assumeTrue(Wrk.isInstalled(), "wrk is not installed");
        var server = BareServer.start(0);
        try (var children = new Children()) {
            var wrk = new Wrk(folder, children);
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            var address = URI.create("http://127.0.0.1:" + port + "/");
            var lines =
                    IntStream.range(0, 100)
                            .mapToObj(i -> "session" + (i + 100) + "\tpass" + (i + 100))
                            .collect(Collectors.joining("\n"));
            var file = RequestFile.ofClaims(folder.resolve("claims"), "offer", List.of(lines));

            var reads = wrk.run(Wrk.Load.reads(address), BRIEFLY);
            var again = wrk.run(Wrk.Load.claimsAgain(address, file), BRIEFLY);
            var once = wrk.run(Wrk.Load.claimsOnce(address, file), BRIEFLY);

            assertEquals(List.of(), new Faults().successes(reads).found());
            assertEquals(List.of(), new Faults().successes(again).found());
            assertTrue(again.answered() > 100, again.toString());
            long cut = again.sent() - again.answered();
            assertTrue(cut >= 0 && cut <= Wrk.CONNECTIONS + 1, again.toString());
            assertEquals(List.of("the requests ran out"), new Faults().successes(once).found());
        } finally {
            server.close().sync();
            server.eventLoop().parent().shutdownGracefully();
        }
    }
}
