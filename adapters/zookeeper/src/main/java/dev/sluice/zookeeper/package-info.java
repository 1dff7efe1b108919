/// Signals carried by ZooKeeper watches.
package dev.sluice.zookeeper;
