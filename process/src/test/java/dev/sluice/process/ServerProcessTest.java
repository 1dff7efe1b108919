package dev.sluice.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.process.ServerProcess.Place;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final int EXIT_TERMINATED = 143;

    /// Is ready at once, and says the settings that it was given.
    static final class Small {
        public static void main(String[] arguments) throws IOException {
            if (arguments[0].equals("fail")) throw new IOException("no room here");
            int port = Integer.parseInt(arguments[0]);
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            var server = HttpServer.create(address, 0);
            server.createContext(
                    "/health/ready",
                    exchange -> {
                        exchange.sendResponseHeaders(200, -1);
                        exchange.close();
                    });
            // Whoever knows its port takes it for ready as soon as it listens.
            System.out.println("settings " + System.getenv("SLUICE_SMALL"));
            server.start();
            System.out.println(
                    "Sluice is ready: http://localhost:" + server.getAddress().getPort());
        }
    }

    @TempDir Path folder;

    @Test
    void a_server_that_is_killed_comes_back_at_the_same_address() throws Exception {
        int port = ServerProcess.freePort(new SplittableRandom());
        try (var server = start(port, ServerProcess.PORT)) {
            long before = server.pid();

            server.killAndRestart();

            assertNotEquals(before, server.pid());
            assertEquals(port, server.port());
            assertEquals(1, server.kills());
            assertEquals(2, server.output().lines().filter("settings 7"::equals).count());
            server.requireAlive();
        }
    }

    @Test
    void a_server_may_choose_its_port_and_keeps_it() throws Exception {
        try (var server = start(0, ServerProcess.PORT)) {
            int port = server.port();
            assertNotEquals(0, port);

            server.killAndRestart();

            assertEquals(port, server.port());
        }
    }

    @Test
    void a_server_that_is_closed_has_gone_and_stays_away() throws Exception {
        var server = start(0, ServerProcess.PORT);
        var process = ProcessHandle.of(server.pid()).orElseThrow();

        server.close();
        server.killAndRestart();

        assertFalse(process.isAlive());
        assertEquals(0, server.kills());
    }

    @Test
    void a_server_that_is_asked_to_stop_ends_by_the_signal_and_not_by_the_leash() throws Exception {
        try (var server = start(0, ServerProcess.PORT)) {
            assertEquals(EXIT_TERMINATED, server.stop(Duration.ofMinutes(1)));

            var failure = assertThrows(IOException.class, server::requireAlive);

            var message = failure.getMessage();
            assertTrue(message.startsWith("The small one ended by itself."), message);
        }
    }

    @Test
    void a_server_that_cannot_start_says_why() {
        var failure = assertThrows(IOException.class, () -> start(0, "fail"));

        var message = failure.getMessage();
        assertTrue(message.startsWith("The small one did not start."), message);
        assertTrue(message.contains("no room here"), message);
    }

    @Test
    void processes_are_started_by_whoever_keeps_a_list_of_them() throws Exception {
        var started = new ArrayList<Process>();
        var place = new Place("The small one", folder, 0);

        var server =
                ServerProcess.start(
                        launch(ServerProcess.PORT),
                        place,
                        CLOCK,
                        builder -> {
                            started.add(builder.start());
                            return started.getLast();
                        });

        try (server) {
            assertEquals(List.of(server.pid()), started.stream().map(Process::pid).toList());
        }
    }

    private ServerProcess start(int port, String argument)
            throws IOException, InterruptedException {
        return ServerProcess.start(
                launch(argument), new Place("The small one", folder, port), CLOCK);
    }

    private static Launch launch(String argument) {
        return new Launch(
                System.getProperty("java.class.path"),
                List.of("-XX:TieredStopAtLevel=1"),
                Small.class.getName(),
                List.of(argument),
                Map.of("SLUICE_SMALL", "7"));
    }
}
