package dev.sluice.sql;

import dev.sluice.contracts.Services;

/// A book on MariaDB.
abstract class MariaDbFixture extends SharedFixture {

    @Override
    String url(String database) {
        return "mariadb://127.0.0.1:"
                + Services.port("mariadb")
                + "/"
                + database
                + "?sslMode=disable";
    }

    @Override
    String user() {
        return "root";
    }

    @Override
    String first() {
        return "mysql";
    }
}
