/// Sluice on RabbitMQ (3.10 or later): claims through a quorum queue, deadlines by TTL and dead
/// letter, results on a topic exchange, signals by fanout. [RabbitLink] keeps the connections;
/// a [ChannelKeeper] keeps a channel open on them and declares what it needs each time anew; a
/// [Publisher] sends and waits for the broker's confirms.
package dev.sluice.rabbitmq;
