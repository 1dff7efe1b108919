package dev.sluice.contracts;

import dev.sluice.plain.PlainGrants;
import dev.sluice.port.Grants;

class PlainGrantsTest implements GrantsContract {

    private final Grants grants = new PlainGrants();

    @Override
    public Grants grants() {
        return grants;
    }

    /// All of it is durable.
    @Override
    public void restart() {}
}
