package dev.sluice.sql.shop;

import dev.sluice.contracts.CatalogueContract;
import dev.sluice.sql.PostgresFixture;

class PostgresCatalogueTest extends PostgresFixture implements CatalogueContract {}
