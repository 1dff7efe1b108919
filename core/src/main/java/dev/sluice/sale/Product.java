package dev.sluice.sale;

import java.util.Optional;

/// Something the shop has.
public record Product(ProductId id, String name, String description, Optional<String> imageUrl) {}
