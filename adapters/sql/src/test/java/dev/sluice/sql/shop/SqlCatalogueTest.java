package dev.sluice.sql.shop;

import dev.sluice.contracts.CatalogueContract;
import dev.sluice.sql.SqliteFixture;

class SqlCatalogueTest extends SqliteFixture implements CatalogueContract {}
