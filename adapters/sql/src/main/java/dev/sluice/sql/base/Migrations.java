package dev.sluice.sql.base;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/// Brings a database's schema up to date. Each script runs once, in a transaction of its own
/// together with the version it leads to. A script that was ever released is never changed.
///
/// Where a definition cannot be taken back (MariaDB commits each by itself), a script that was
/// interrupted runs again from its beginning: what is defined already is passed over, and the rows
/// come last, in one transaction with the version.
final class Migrations {

    /// Runs the work on the link that migrates, as one transaction or as part of one.
    interface Transactions {
        int run(Database.Work<Integer> work) throws SQLException;
    }

    private static final List<String> SCRIPTS =
            List.of("001_book.sql", "002_leaders.sql", "003_many.sql", "004_money.sql");

    private static final String CREATE_VERSION =
            "create table if not exists schema_version (version integer not null)";

    private static final String FIND_VERSION =
            "select coalesce(max(version), 0) from schema_version";

    private static final String INSERT_VERSION = "insert into schema_version (version) values (?)";

    private Migrations() {}

    /// The versions that a database has gone through when it is up to date.
    static List<String> versions() {
        return IntStream.rangeClosed(1, SCRIPTS.size()).mapToObj(Integer::toString).toList();
    }

    static void run(Transactions transactions) throws SQLException {
        int version =
                transactions.run(link -> {
                    link.define(CREATE_VERSION);
                    return link.find(FIND_VERSION, row -> row.getInt(1)).orElseThrow();
                });
        if (version > SCRIPTS.size()) {
            throw new IllegalStateException(
                    "the database has schema version %d and this program knows %d: use a newer one"
                            .formatted(version, SCRIPTS.size()));
        }
        for (int next = version + 1; next <= SCRIPTS.size(); next++) {
            int script = next;
            transactions.run(link -> migrate(link, script));
        }
    }

    private static int migrate(Link link, int version) throws SQLException {
        var script = Script.read(SCRIPTS.get(version - 1), link.dialect().isShared());
        for (var definition : script.definitions()) link.define(definition);
        for (var change : script.changes()) link.update(change);
        return link.update(INSERT_VERSION, version);
    }
}
