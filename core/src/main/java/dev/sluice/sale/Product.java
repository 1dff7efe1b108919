package dev.sluice.sale;

import dev.sluice.id.ProductId;
import java.util.Optional;

/// Something the shop has.
public record Product(ProductId id, String name, String description, Optional<String> imageUrl) {}
