package dev.sluice.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `./sluice services` promises, with a Redis in a folder of its own.
class ServicesTest {

    private static final long COMMAND_SECONDS_MAX = 600;

    @TempDir Path folder;

    @AfterEach
    void takeDown() throws Exception {
        services("down", "--kill", "--wipe");
    }

    @Test
    void a_server_is_up_on_a_port_of_its_own_until_it_is_taken_down() throws Exception {
        services("up", "redis");
        var port = port("redis");

        assertEquals("+PONG", say(port, "PING"));
        assertTrue(services("status").matches("(?s).*\nredis +up +" + port + " .*"));

        services("down");

        assertFalse(isListening(port));
        assertEquals(new Properties(), ports());
        assertTrue(services("status").matches("(?s).*\nredis +down +" + port + " .*"));
    }

    @Test
    void a_second_server_has_a_name_a_port_and_settings_of_its_own() throws Exception {
        services("up", "redis");
        services("up", "redis", "--name", "redis-2", "--conf", "appendfsync everysec");

        assertNotEquals(port("redis"), port("redis-2"));
        assertEquals("always", setting(port("redis"), "appendfsync"));
        assertEquals("everysec", setting(port("redis-2"), "appendfsync"));
    }

    /// A MariaDB that starts deletes what others keep there, and two that start at once end each
    /// other.
    @Test
    void a_mariaDb_has_a_folder_of_its_own_for_passing_files() throws Exception {
        services("up", "mariadb");
        var at = List.of("-h127.0.0.1", "-P" + port("mariadb"), "-usluice", "-psluice");
        var command = new ArrayList<>(List.of("mariadb-admin", "--no-defaults"));
        command.addAll(at);
        command.add("variables");

        var variables = run(command);

        var own = folder.resolve("mariadb/files").toRealPath().resolve("tmp");
        assertTrue(variables.matches("(?s).*\\| tmpdir +\\| " + own + " +\\|.*"), variables);
    }

    /// Both draw the same numbers, and neither has a server that listens yet.
    @Test
    void who_chooses_a_port_at_the_same_moment_in_another_folder_gets_another() throws Exception {
        var ports = new HashSet<String>();
        for (var name : List.of("one", "other")) {
            var command =
                    """
                    ROOT="$0" SLUICE_SERVICES="$1"; . "$0/scripts/servers"
                    . "$0/scripts/instances"; . "$0/scripts/services"
                    AT="$STATE/redis"; mkdir -p "$AT"; RANDOM=7; choose_port; echo "$PORT"
                    """;
            var root = launcher().getParent().toString();
            var own = folder.resolve(name).toString();
            ports.add(run(List.of("bash", "-c", command, root, own)).strip());
        }
        for (var port : ports) Files.deleteIfExists(Path.of("/tmp/sluice-port-" + port));
        assertEquals(2, ports.size(), ports::toString);
    }

    @Test
    void a_killed_server_comes_back_with_its_port_and_its_data() throws Exception {
        services("up", "redis");
        var port = port("redis");
        assertEquals("+OK", say(port, "SET stock 9"));
        var pid = pid("redis");

        services("restart", "redis", "--kill");

        assertEquals(port, port("redis"));
        assertNotEquals(pid, pid("redis"));
        assertEquals("$1\r\n9", say(port, "GET stock"));
    }

    @Test
    void a_stopped_server_keeps_its_place_in_the_list() throws Exception {
        services("up", "redis");
        var port = port("redis");

        services("stop", "redis");
        assertFalse(isListening(port));
        assertEquals(port, port("redis"));

        services("start", "redis");
        assertEquals("+PONG", say(port, "PING"));
    }

    @Test
    void a_server_ends_with_the_process_it_belongs_to() throws Exception {
        var owner = new ProcessBuilder("sleep", "600").start();
        services("up", "redis", "--with", "" + owner.pid());
        var port = port("redis");
        assertTrue(isListening(port));

        owner.destroyForcibly();

        await(() -> !isListening(port));
        await(() -> !Files.exists(folder.resolve("redis")));
        // Who took it down still writes the list of ports, and is done when this file is gone.
        await(() -> !Files.exists(folder.resolve(".watch-" + owner.pid())));
    }

    @Test
    void a_server_holds_no_file_of_its_caller() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "there is no /proc");
        var lock = folder.resolve("lock");
        var command = "exec 7>'" + lock + "'; \"$0\" services up redis";
        run(List.of("bash", "-c", command, launcher().toString()));

        try (var files = Files.list(Path.of("/proc/" + pid("redis") + "/fd"))) {
            for (var file : files.toList()) {
                assertNotEquals(lock.toString(), Files.readSymbolicLink(file).toString());
            }
        }
        var input = Files.readSymbolicLink(Path.of("/proc/" + pid("redis") + "/fd/0"));
        assertEquals("/dev/null", input.toString());
    }

    @Test
    void a_server_that_does_not_come_up_is_reported_with_the_end_of_its_log() throws Exception {
        var said = run(command("up", "redis", "--conf", "no-such-setting yes"), 1);

        assertTrue(said.contains("redis did not come up"), said);
        assertTrue(said.contains("no-such-setting"), said);
    }

    @Test
    void an_unknown_name_is_refused() throws Exception {
        assertTrue(run(command("up", "cassandra"), 2).contains("does not know 'cassandra'"));
        assertTrue(run(command("restart", "redis-9"), 2).contains("no instance 'redis-9'"));
    }

    private String services(String... words) throws Exception {
        return run(command(words));
    }

    private static List<String> command(String... words) {
        var command = new ArrayList<>(List.of(launcher().toString(), "services"));
        command.addAll(List.of(words));
        return command;
    }

    private String run(List<String> command) throws Exception {
        return run(command, 0);
    }

    private String run(List<String> command, int code) throws Exception {
        var log = folder.resolve("command.log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SLUICE_SERVICES", folder.toString());
        var process = builder.redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(COMMAND_SECONDS_MAX, TimeUnit.SECONDS), command + " goes on");
        var said = Files.readString(log);
        if (process.exitValue() == 3) Assumptions.abort(said.strip());
        assertEquals(code, process.exitValue(), command + ": " + said);
        return said;
    }

    static Path launcher() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("sluice"))) {
            folder = folder.getParent();
        }
        return folder.resolve("sluice");
    }

    private Properties ports() throws IOException {
        var ports = new Properties();
        try (var in = Files.newBufferedReader(folder.resolve("ports"))) {
            ports.load(in);
        }
        return ports;
    }

    private int port(String name) throws IOException {
        return Integer.parseInt(ports().getProperty(name));
    }

    private String pid(String name) throws IOException {
        return Files.readString(folder.resolve(name).resolve("pids")).split(" ")[0];
    }

    private static String setting(int port, String name) throws IOException {
        var answer = say(port, "CONFIG GET " + name).split("\r\n");
        return answer[answer.length - 1];
    }

    /// Sends a command to Redis and returns what it answers.
    private static String say(int port, String command) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var out = socket.getOutputStream();
            out.write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.UTF_8));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.endsWith("+OK\r\n"), answer);
            return answer.substring(0, answer.length() - "\r\n+OK\r\n".length());
        }
    }

    private static boolean isListening(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        } catch (SocketException e) {
            // It ended in the middle of the handshake: the next look is refused.
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        Soon.until("what the servers do by themselves", condition::getAsBoolean);
    }
}
