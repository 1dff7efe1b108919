package dev.sluice.contracts;

/// What every order book must do. An adapter's test implements this and gives the book, its
/// catalogue and a restart; the book of each test is new.
public interface OrderBookContract
        extends SettlingContract,
                BuyerLimitContract,
                PayingContract,
                EndingContract,
                BookLedgerContract,
                SettledClaimsContract,
                BookModelContract {}
