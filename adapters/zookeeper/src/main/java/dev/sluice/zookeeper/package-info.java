/// Broadcast by ZooKeeper watches.
package dev.sluice.zookeeper;
