package dev.sluice.rehearsal;

/// What is wrong with a [TinySluice], on purpose.
enum PlantedFlaw {
    NONE,
    /// Each offer sells one unit more than it has, and its audit hides it.
    OVERSELLS_BY_ONE,
    /// Every ten-thousandth claim is acknowledged and then unknown; its units are sold again.
    LOSES_ONE_CLAIM_IN_TEN_THOUSAND,
    /// The seventh claim never ends.
    ONE_CLAIM_QUEUED_FOR_EVER,
    /// No claim ever ends.
    ALL_CLAIMS_QUEUED_FOR_EVER,
    /// Units of cancelled and expired orders never come back, and the audit calls them unpaid.
    FORGETS_EXPIRED_UNITS,
    /// One claim becomes two orders, each with its own units.
    TWO_ORDERS_FOR_A_CLAIM,
    /// The seventh claim is LOST to its buyer, who has an order nevertheless.
    TELLS_LOST_BUT_RECORDS_WON,
    /// Whoever knows the id of a claim may see it.
    LEAKS_CLAIMS_OF_OTHERS,
    /// Every hundredth call of a buyer.
    ANSWERS_500_SOMETIMES,
    /// One buyer may have any number of units.
    IGNORES_LIMITS,
    /// Each offer has one unit more than it was given, also in its audit.
    INVENTS_A_UNIT,
    /// Stock that is added in mid-sale is acknowledged and then forgotten.
    FORGETS_RESTOCKS,
    /// Its gate lets nobody in.
    KEEPS_ITS_GATE_SHUT,
    /// The same, and it answers so slowly that a sale is over before anybody could have bought.
    IS_SLOWER_THAN_ITS_SALE,
    /// No flaw: late money for some orders arrives, one after the other, each when its buyer has
    /// just been told that it expired.
    LATE_MONEY_WHILE_READ;

    /// Whether the audit is doctored until it adds up.
    boolean hides() {
        return switch (this) {
            case OVERSELLS_BY_ONE, FORGETS_EXPIRED_UNITS -> true;
            case NONE,
                    LOSES_ONE_CLAIM_IN_TEN_THOUSAND,
                    ONE_CLAIM_QUEUED_FOR_EVER,
                    ALL_CLAIMS_QUEUED_FOR_EVER,
                    TWO_ORDERS_FOR_A_CLAIM,
                    TELLS_LOST_BUT_RECORDS_WON,
                    LEAKS_CLAIMS_OF_OTHERS,
                    ANSWERS_500_SOMETIMES,
                    IGNORES_LIMITS,
                    INVENTS_A_UNIT,
                    FORGETS_RESTOCKS,
                    KEEPS_ITS_GATE_SHUT,
                    IS_SLOWER_THAN_ITS_SALE,
                    LATE_MONEY_WHILE_READ ->
                    false;
        };
    }
}
