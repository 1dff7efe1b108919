package dev.sluice.sql;

class PostgresReplicaTest extends PostgresFixture implements ReplicaContract {}
