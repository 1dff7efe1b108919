/// Claims, deadlines and signals through RocketMQ: transactional messages from the outbox, taken
/// under leases by whichever node settles; timed messages for retries and deadlines; broadcasting
/// consumption for signals.
package dev.sluice.rocketmq;
