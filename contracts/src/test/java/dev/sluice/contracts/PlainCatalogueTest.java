package dev.sluice.contracts;

class PlainCatalogueTest extends PlainBookFixture implements CatalogueContract {}
