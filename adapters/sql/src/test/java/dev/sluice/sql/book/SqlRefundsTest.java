package dev.sluice.sql.book;

import dev.sluice.contracts.RefundsContract;
import dev.sluice.sql.SqliteFixture;
import dev.sluice.sql.audit.MoneyOfBefore;
import org.junit.jupiter.api.Test;

class SqlRefundsTest extends SqliteFixture implements RefundsContract {

    @Test
    void money_of_before_is_recorded_and_its_refunds_are_open() {
        MoneyOfBefore.is_recorded_and_its_refunds_are_open(this, database());
    }

    @Test
    void money_of_before_that_is_nothing_is_not_sent_back() {
        MoneyOfBefore.that_is_nothing_is_not_sent_back(this, database());
    }
}
