package dev.sluice.sql.base;

import dev.sluice.sql.MariaDbFixture;

class MariaDbReplicaTest extends MariaDbFixture implements ReplicaContract {}
