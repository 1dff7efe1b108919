package dev.sluice.sql;

import dev.sluice.contracts.CatalogueContract;

class PostgresCatalogueTest extends PostgresFixture implements CatalogueContract {}
