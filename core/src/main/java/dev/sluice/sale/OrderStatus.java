package dev.sluice.sale;

/// The states of an order and the only ways between them.
public enum OrderStatus {
    UNPAID,
    PAID,
    CANCELLED,
    EXPIRED,
    REFUNDED;

    /// Money that arrives late revives an order whose units are still free, else it goes back.
    public boolean canBecome(OrderStatus next) {
        return switch (this) {
            case UNPAID -> next == PAID || next == CANCELLED || next == EXPIRED;
            case CANCELLED, EXPIRED -> next == PAID || next == REFUNDED;
            case PAID, REFUNDED -> false;
        };
    }

    /// Whether an order in this state has units of the stock.
    public boolean hasUnits() {
        return this == UNPAID || this == PAID;
    }
}
