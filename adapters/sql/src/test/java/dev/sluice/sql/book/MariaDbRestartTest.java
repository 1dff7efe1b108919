package dev.sluice.sql.book;

import dev.sluice.contracts.Services;
import dev.sluice.sql.MariaDbFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MariaDbRestartTest extends MariaDbFixture implements RestartContract {

    private static final String SERVICE = "mariadb-restart-" + ProcessHandle.current().pid();

    @BeforeAll
    static void up() {
        Services.port("mariadb");
        var pid = Long.toString(ProcessHandle.current().pid());
        Services.run("up", "mariadb", "--name", SERVICE, "--with", pid);
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
