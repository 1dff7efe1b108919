package dev.sluice.sql;

class MariaDbReplicaTest extends MariaDbFixture implements ReplicaContract {}
