package dev.sluice.sql.shop;

import dev.sluice.contracts.CatalogueContract;
import dev.sluice.sql.MariaDbFixture;

class MariaDbCatalogueTest extends MariaDbFixture implements CatalogueContract {}
