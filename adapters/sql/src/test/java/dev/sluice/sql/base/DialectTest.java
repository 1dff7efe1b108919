package dev.sluice.sql.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which failures are mistakes of the program; all others are outages.
class DialectTest {

    @ParameterizedTest
    @CsvSource({
        "42601, true", // a wrong statement
        "42703, true", // an unknown column
        "23505, true", // a duplicate
        "22001, true", // a text that is too long
        "25P02, true", // a statement after one that failed
        "42501, false", // rights
        "42P01, false", // a table is away
        "08006, false", // a lost connection
        "57P01, false", // the server is stopping
        "57014, false", // a statement took too long
        "55P03, false", // a lock took too long
        "40P01, false", // a deadlock
        "25006, false", // the server only reads
        "53100, false", // the disk is full
        "53300, false", // too many connections
        ", false"
    })
    void postgresql_tells_mistakes_from_outages(String state, boolean mistake) {
        assertEquals(mistake, new PostgresDialect().isMistake(new SQLException("it", state)));
    }

    @ParameterizedTest
    @CsvSource({
        "42000, 1064, true", // a wrong statement
        "42S22, 1054, true", // an unknown column
        "23000, 1062, true", // a duplicate
        "23000, 4025, true", // a broken check
        "HY000, 3819, true", // the same in MySQL
        "22001, 1406, true", // a text that is too long
        "42000, 1142, false", // rights
        "42000, 1226, false", // too much was asked
        "42000, 1461, false", // too many statements are prepared
        "42S02, 1146, false", // a table is away
        "08000, 0, false", // a lost connection
        "70100, 1927, false", // a killed connection
        "70100, 1969, false", // a statement took too long
        "HY000, 1205, false", // a lock took too long
        "40001, 1213, false", // a deadlock
        "HY000, 1290, false", // the server only reads
        "HY000, 1021, false", // the disk is full
        ", 0, false"
    })
    void mariadb_tells_mistakes_from_outages(String state, int code, boolean mistake) {
        assertEquals(mistake, new MariaDbDialect().isMistake(new SQLException("it", state, code)));
    }
}
