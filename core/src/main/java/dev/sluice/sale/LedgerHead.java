package dev.sluice.sale;

/// The end of the stock ledger at some moment. Its hash stands for the whole ledger up to there,
/// and the ledger is one for all offers.
///
/// @param sequence the last movement, which is also how many there are; 0 before the first
public record LedgerHead(long sequence, Hash hash) {

    public static final LedgerHead BEGINNING = new LedgerHead(0, Hash.ZERO);
}
