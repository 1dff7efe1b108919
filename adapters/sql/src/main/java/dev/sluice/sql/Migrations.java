package dev.sluice.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/// Brings a file's schema up to date. Each script runs once, in a transaction of its own together
/// with the version it leads to. A script that was ever released is never changed.
final class Migrations {

    private static final List<String> SCRIPTS = List.of("001_book.sql", "002_leaders.sql");

    private static final String CREATE_VERSION =
            "create table if not exists schema_version (version integer not null)";

    private static final String FIND_VERSION =
            "select coalesce(max(version), 0) from schema_version";

    private static final String INSERT_VERSION = "insert into schema_version (version) values (?)";

    private Migrations() {}

    static void run(Link link) throws SQLException {
        link.update(CREATE_VERSION);
        int version = link.find(FIND_VERSION, row -> row.getInt(1)).orElseThrow();
        if (version > SCRIPTS.size()) {
            throw new IllegalStateException(
                    "the database has schema version %d and this program knows %d: use a newer one"
                            .formatted(version, SCRIPTS.size()));
        }
        for (int next = version + 1; next <= SCRIPTS.size(); next++) migrate(link, next);
    }

    private static void migrate(Link link, int version) throws SQLException {
        link.update("begin immediate");
        try {
            link.run(script(SCRIPTS.get(version - 1)));
            link.update(INSERT_VERSION, version);
            link.update("commit");
        } catch (SQLException | RuntimeException e) {
            link.update("rollback");
            throw e;
        }
    }

    private static String script(String name) {
        try (var in = Migrations.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("missing in the jar: " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
