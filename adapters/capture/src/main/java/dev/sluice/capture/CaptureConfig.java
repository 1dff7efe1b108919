package dev.sluice.capture;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/// Where the log is: the database of the order book, by the same address.
///
/// @param hosts the host with its port; several, separated by commas, where the driver knows that
/// @param schema the schema of PostgreSQL, the database of MariaDB and MySQL
/// @param options further options of the driver, by name
public record CaptureConfig(
        Kind kind,
        String hosts,
        String database,
        String schema,
        String user,
        String password,
        Map<String, String> options) {

    /// The kinds of database whose log can be read.
    public enum Kind {
        MARIADB(3306),
        POSTGRESQL(5432);

        private final int port;

        Kind(int port) {
            this.port = port;
        }
    }

    public CaptureConfig {
        require(!hosts.isEmpty(), "the address of the database names no host");
        require(!database.isEmpty(), "the address of the database names no database");
        require(!user.isEmpty(), "the address of the database names no user");
        options = Map.copyOf(options);
    }

    /// Reads `postgresql://user:password@host:port/database?option=value`, with `mysql` or
    /// `mariadb` just so, and the same after `jdbc:` with the user and password among the options.
    public static CaptureConfig parse(String url) {
        return of(url, "", "");
    }

    /// The address as the order book has it, with the user and password beside it.
    public static CaptureConfig of(String url, String givenUser, String givenPassword) {
        var rest = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
        int start = rest.indexOf("://");
        require(start > 0, "the address of the database must be like postgresql://host/name");
        var kind = kind(rest.substring(0, start));
        rest = rest.substring(start + "://".length());

        int question = rest.indexOf('?');
        var options = options(question < 0 ? "" : rest.substring(question + 1));
        if (question >= 0) rest = rest.substring(0, question);
        int slash = rest.indexOf('/');
        require(slash >= 0, "the address of the database names no database");
        var database = decode(rest.substring(slash + 1));
        var authority = rest.substring(0, slash);

        int at = authority.lastIndexOf('@');
        var login = at < 0 ? "" : authority.substring(0, at);
        int colon = login.indexOf(':');
        var user = decode(colon < 0 ? login : login.substring(0, colon));
        var password = colon < 0 ? "" : decode(login.substring(colon + 1));
        return new CaptureConfig(
                kind,
                authority.substring(at + 1),
                database,
                schema(kind, database, options),
                firstOf(givenUser, user, options.remove("user")),
                firstOf(givenPassword, password, options.remove("password")),
                options);
    }

    /// The first host.
    String host() {
        var first = hosts.split(",", 2)[0];
        return hasPort(first) ? first.substring(0, first.lastIndexOf(':')) : first;
    }

    /// The port of the first host.
    int port() {
        var first = hosts.split(",", 2)[0];
        return hasPort(first)
                ? Integer.parseInt(first.substring(first.lastIndexOf(':') + 1))
                : kind.port;
    }

    /// The address for the driver, without the user and the options.
    String jdbcUrl() {
        var name = kind == Kind.MARIADB ? "mariadb" : "postgresql";
        return "jdbc:" + name + "://" + hosts + "/" + database;
    }

    /// The user and the options, for the driver.
    Properties properties() {
        var properties = new Properties();
        options.forEach(properties::setProperty);
        properties.setProperty("user", user);
        if (!password.isEmpty()) properties.setProperty("password", password);
        return properties;
    }

    /// The password stays out of logs.
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + "://" + user + "@" + hosts + "/" + database;
    }

    private static Kind kind(String scheme) {
        return switch (scheme) {
            case "postgresql", "postgres" -> Kind.POSTGRESQL;
            case "mariadb", "mysql" -> Kind.MARIADB;
            default ->
                    throw new IllegalArgumentException(
                            "edits can be read from postgresql, mariadb and mysql, not from "
                                    + scheme);
        };
    }

    private static String schema(Kind kind, String database, Map<String, String> options) {
        return switch (kind) {
            case MARIADB -> database;
            case POSTGRESQL -> options.getOrDefault("currentSchema", "public").split(",")[0];
        };
    }

    private static Map<String, String> options(String query) {
        var options = new TreeMap<String, String>();
        for (var option : query.split("&")) {
            if (option.isEmpty()) continue;
            int equals = option.indexOf('=');
            if (equals < 0) options.put(decode(option), "");
            else
                options.put(
                        decode(option.substring(0, equals)), decode(option.substring(equals + 1)));
        }
        return options;
    }

    /// The first that says something.
    private static String firstOf(String... texts) {
        for (var text : texts) {
            if (text != null && !text.isEmpty()) return text;
        }
        return "";
    }

    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']');
    }

    /// A plus stands for itself, as it may in a password.
    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException(otherwise);
    }
}
