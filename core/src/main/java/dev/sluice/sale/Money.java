package dev.sluice.sale;

/// An amount in minor units of a currency, for example 199900 CNY for 1999 yuan.
public record Money(long amount, String currency) {

    public Money {
        if (amount < 0) throw new IllegalArgumentException("amount is negative: " + amount);
        if (currency.length() != 3) throw new IllegalArgumentException("currency: " + currency);
    }

    public Money times(int quantity) {
        return new Money(Math.multiplyExact(amount, (long) quantity), currency);
    }
}
