package dev.sluice.bench;

import java.util.Optional;

/// The lines of the table, in its order. The bare server is measured before and after everything
/// else, since machines drift, and under both kinds of load, since the load generator shares the
/// cores: a ratio compares two servers that were sent the same kind of request.
enum Line {
    BARE_CLAIMS_BEFORE("a", "bare Netty, claims, before"),
    BARE_CLAIMS_AFTER("a", "bare Netty, claims, after"),
    BARE_READS_BEFORE("a", "bare Netty, reads, before"),
    BARE_READS_AFTER("a", "bare Netty, reads, after"),
    REFUSALS("b", "sold-out refusals, full path"),
    ACCEPTANCES("c", "durable acceptances, settling"),
    ACCEPTANCES_AT_HALF("c/2", "c at half its rate, open loop"),
    SETTLING("d", "orders settled from a backlog"),
    READS("e", "reads of a sale"),
    TWIN("f", "plain twin, a transaction a claim"),
    REDIS("g", "claims through Redis, coalesced"),
    REDIS_TWIN("g'", "plain twin, four round trips a claim"),
    REDIS_TWIN_SHARED("g''", "the same, all threads on one connection"),
    POSTGRES_BATCHES("h", "orders in batches, PostgreSQL"),
    POSTGRES_TWIN("h'", "plain twin, a transaction an order, PostgreSQL"),
    MARIADB_BATCHES("h", "orders in batches, MariaDB"),
    MARIADB_TWIN("h'", "plain twin, a transaction an order, MariaDB"),
    NODE_REDIS_POSTGRES("i", "c on Redis and PostgreSQL"),
    NODE_RABBITMQ_MARIADB("i", "c on Redis, RabbitMQ and MariaDB"),
    NODE_ROCKETMQ_POSTGRES("i", "c on Redis, RocketMQ and PostgreSQL");

    private final String letter;
    private final String what;

    Line(String letter, String what) {
        this.letter = letter;
        this.what = what;
    }

    String letter() {
        return letter;
    }

    String what() {
        return what;
    }

    /// Whether it is about what many nodes share.
    boolean isOfManyNodes() {
        return compareTo(REDIS) >= 0;
    }

    /// What its rate is set against where that is not the bare server.
    Optional<Line> against() {
        return switch (this) {
            case REDIS -> Optional.of(REDIS_TWIN);
            case POSTGRES_BATCHES -> Optional.of(POSTGRES_TWIN);
            case MARIADB_BATCHES -> Optional.of(MARIADB_TWIN);
            case NODE_REDIS_POSTGRES, NODE_RABBITMQ_MARIADB, NODE_ROCKETMQ_POSTGRES ->
                    Optional.of(ACCEPTANCES);
            case BARE_CLAIMS_BEFORE,
                    BARE_CLAIMS_AFTER,
                    BARE_READS_BEFORE,
                    BARE_READS_AFTER,
                    REFUSALS,
                    ACCEPTANCES,
                    ACCEPTANCES_AT_HALF,
                    SETTLING,
                    READS,
                    TWIN,
                    REDIS_TWIN,
                    REDIS_TWIN_SHARED,
                    POSTGRES_TWIN,
                    MARIADB_TWIN ->
                    Optional.empty();
        };
    }
}
