package dev.sluice.sql;

import dev.sluice.contracts.CatalogueContract;

class SqlCatalogueTest extends SqliteFixture implements CatalogueContract {}
