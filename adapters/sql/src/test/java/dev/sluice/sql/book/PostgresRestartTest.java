package dev.sluice.sql.book;

import dev.sluice.contracts.Services;
import dev.sluice.sql.PostgresFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresRestartTest extends PostgresFixture implements RestartContract {

    private static final String SERVICE = "postgres-restart-" + ProcessHandle.current().pid();

    @BeforeAll
    static void up() {
        Services.port("postgres");
        var pid = Long.toString(ProcessHandle.current().pid());
        Services.run("up", "postgres", "--name", SERVICE, "--with", pid);
    }

    @AfterAll
    static void down() {
        Services.run("down", SERVICE, "--wipe");
    }

    @Override
    public String service() {
        return SERVICE;
    }
}
