package dev.sluice.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeashTest {
    private static final int ENDED_BY_LEASH = 3;

    /// Would run for ever.
    static final class Patient {
        public static void main(String[] arguments) throws InterruptedException {
            System.out.println(arguments[0]);
            new CountDownLatch(1).await();
        }
    }

    @Test
    void what_is_on_the_leash_runs_and_ends_when_its_parent_lets_go() throws Exception {
        var launch =
                new Launch(
                        System.getProperty("java.class.path"),
                        List.of(),
                        Patient.class.getName(),
                        List.of("hello"),
                        Map.of());
        var process =
                launch.builder()
                        .redirectErrorStream(false)
                        .redirectError(new File("/dev/null"))
                        .start();
        try (var output = process.inputReader()) {
            assertEquals("hello", output.readLine());
            assertTrue(process.isAlive());

            process.getOutputStream().close();

            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(ENDED_BY_LEASH, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }
}
