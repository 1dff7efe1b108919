package dev.sluice.simulation;

/// A mistake that somebody could make. Each is planted in a port, and the checks must find it.
enum Bug {
    NONE,
    OVERSELLS_BY_ONE,
    RELEASES_BEFORE_RECORDED,
    LOSES_ONE_CLAIM_IN_A_THOUSAND,
    ACKNOWLEDGES_BEFORE_SETTLING,
    RELEASES_AGAIN_ON_REDELIVERY,
    MARK_NEVER_LIFTS,
    COUNTS_EXPIRED_UNITS_TWICE,
    SETTLES_A_REDELIVERY_ANEW,
    ANSWERS_BEFORE_DURABLE,
    FORGETS_LATE_MONEY
}
