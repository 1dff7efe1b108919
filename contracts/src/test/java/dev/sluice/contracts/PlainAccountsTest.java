package dev.sluice.contracts;

import dev.sluice.plain.PlainAccounts;
import dev.sluice.port.Accounts;

class PlainAccountsTest implements AccountsContract {

    private final Accounts accounts = new PlainAccounts();

    @Override
    public Accounts accounts() {
        return accounts;
    }

    /// All of it is durable.
    @Override
    public void restart() {}
}
