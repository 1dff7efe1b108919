package dev.sluice.sale;

/// Who buys.
public record Buyer(BuyerId id, String phone, String name) {}
