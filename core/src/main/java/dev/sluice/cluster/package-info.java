/// What several nodes need of each other on top of the ports: signals that are numbered, so that a
/// lost one is noticed, and a queue behind an outbox.
///
/// Uses: id, loop, news, port, sale.
package dev.sluice.cluster;
