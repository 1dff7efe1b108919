package dev.sluice.sql;

import dev.sluice.contracts.CatalogueContract;

class MariaDbCatalogueTest extends MariaDbFixture implements CatalogueContract {}
