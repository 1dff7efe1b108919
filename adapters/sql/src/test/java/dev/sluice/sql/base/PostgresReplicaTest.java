package dev.sluice.sql.base;

import dev.sluice.sql.PostgresFixture;

class PostgresReplicaTest extends PostgresFixture implements ReplicaContract {}
