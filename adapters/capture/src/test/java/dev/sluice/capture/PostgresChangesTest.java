package dev.sluice.capture;

import dev.sluice.contracts.ChangedShop;
import dev.sluice.contracts.ChangesContract;
import dev.sluice.contracts.Services;
import org.junit.jupiter.api.AfterEach;

class PostgresChangesTest implements ChangesContract {

    private final TestBase base = TestBase.postgres(Services.port("postgres"));

    @AfterEach
    void drop() throws Exception {
        base.drop();
    }

    @Override
    public ChangedShop shop() throws Exception {
        base.create();
        return ChangedShop.fill(base);
    }
}
