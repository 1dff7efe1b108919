package dev.sluice.bench;

import java.util.Optional;

/// The lines of the table, in its order. The bare server is measured before and after everything
/// else, since machines drift, and under both kinds of load, since the load generator shares the
/// cores: a ratio compares two servers that were sent the same kind of request.
enum Line implements Named {
    BARE_CLAIM_BEFORE(Part.BARE, "bare Netty, claims, before"),
    BARE_CLAIM_AFTER(Part.BARE, "bare Netty, claims, after"),
    BARE_READ_BEFORE(Part.BARE, "bare Netty, reads, before"),
    BARE_READ_AFTER(Part.BARE, "bare Netty, reads, after"),
    REFUSAL(Part.REFUSAL, "sold-out refusals, full path"),
    CLAIM(Part.CLAIM, "durable acceptances, settling"),
    CLAIM_HALF(Part.CLAIM, "claim at half its rate, open loop"),
    SETTLEMENT(Part.SETTLEMENT, "orders settled from a backlog"),
    READ(Part.READ, "reads of a sale"),
    CLAIM_TWIN(Part.CLAIM_TWIN, "plain twin, a transaction a claim"),
    HOLD_REDIS(Part.HOLD, "claims through Redis, coalesced"),
    HOLD_REDIS_TWIN(Part.HOLD, "plain twin, four round trips a claim"),
    HOLD_REDIS_TWIN_SINGLE(Part.HOLD, "the same, all threads on one connection"),
    ORDER_POSTGRES(Part.ORDER, "orders in batches, PostgreSQL"),
    ORDER_POSTGRES_TWIN(Part.ORDER, "plain twin, a transaction an order, PostgreSQL"),
    ORDER_MARIADB(Part.ORDER, "orders in batches, MariaDB"),
    ORDER_MARIADB_TWIN(Part.ORDER, "plain twin, a transaction an order, MariaDB"),
    CLAIM_REDIS_POSTGRES(Part.CLAIM_SHARED, "claim on Redis and PostgreSQL"),
    CLAIM_RABBITMQ_MARIADB(Part.CLAIM_SHARED, "claim on Redis, RabbitMQ and MariaDB"),
    CLAIM_ROCKETMQ_POSTGRES(Part.CLAIM_SHARED, "claim on Redis, RocketMQ and PostgreSQL");

    private final Part part;
    private final String what;

    Line(Part part, String what) {
        this.part = part;
        this.what = what;
    }

    Part part() {
        return part;
    }

    String what() {
        return what;
    }

    /// Whether it is about what many nodes share.
    boolean isOfManyNodes() {
        return Part.ofManyNodes().contains(part);
    }

    /// What its rate is set against where that is not the bare server.
    Optional<Line> against() {
        return switch (this) {
            case HOLD_REDIS -> Optional.of(HOLD_REDIS_TWIN);
            case ORDER_POSTGRES -> Optional.of(ORDER_POSTGRES_TWIN);
            case ORDER_MARIADB -> Optional.of(ORDER_MARIADB_TWIN);
            case CLAIM_REDIS_POSTGRES, CLAIM_RABBITMQ_MARIADB, CLAIM_ROCKETMQ_POSTGRES ->
                    Optional.of(CLAIM);
            case BARE_CLAIM_BEFORE,
                    BARE_CLAIM_AFTER,
                    BARE_READ_BEFORE,
                    BARE_READ_AFTER,
                    REFUSAL,
                    CLAIM,
                    CLAIM_HALF,
                    SETTLEMENT,
                    READ,
                    CLAIM_TWIN,
                    HOLD_REDIS_TWIN,
                    HOLD_REDIS_TWIN_SINGLE,
                    ORDER_POSTGRES_TWIN,
                    ORDER_MARIADB_TWIN ->
                    Optional.empty();
        };
    }
}
