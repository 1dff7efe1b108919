package dev.sluice.bench;

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
    TWIN("f", "plain twin, a transaction a claim");

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
}
