/// Which adapters a node runs on: everything in the process, or shared stores, brokers and
/// databases. Beside `audit` the only room that names an adapter.
///
/// Uses: capture, config, embedded, engine, metrics, rabbitmq, redis, rocketmq, sql, zookeeper.
package dev.sluice.server.profile;
