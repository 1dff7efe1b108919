package dev.sluice.sale;

import dev.sluice.id.BuyerId;

/// Who buys.
public record Buyer(BuyerId id, String phone, String name) {}
