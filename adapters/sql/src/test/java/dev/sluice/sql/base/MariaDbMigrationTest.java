package dev.sluice.sql.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.sql.MariaDbFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/// MariaDB keeps each definition at once, so a migration can be interrupted in its middle.
class MariaDbMigrationTest extends MariaDbFixture {

    @Test
    void an_interrupted_migration_is_finished_by_the_next_start() throws Exception {
        var dialect = new MariaDbDialect();
        var definitions = Script.read("001_book.sql", true).definitions();
        for (int done : List.of(1, definitions.size() / 2, definitions.size())) {
            create(name());
            try (var connection = connect(name());
                    var statement = connection.createStatement()) {
                for (var definition : definitions.subList(0, done)) {
                    statement.execute(dialect.definition(definition));
                }
            }

            restart();

            assertEquals(Migrations.versions(), ask("select version from schema_version"));
            assertEquals(List.of("-1"), ask("select order_id from buyer_orders_cursor"));
        }
    }

    @Test
    void every_table_is_binary_utf8mb4_in_innodb() throws Exception {
        var kinds =
                ask(
                        """
                        select distinct concat(engine, ' ', table_collation)
                          from information_schema.tables where table_schema = database()
                        """);

        assertEquals(List.of("InnoDB utf8mb4_nopad_bin"), kinds);
    }
}
