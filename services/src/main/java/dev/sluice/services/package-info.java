/// RocketMQ and ZooKeeper for tests and trials. They are Java programs without a package of their
/// own in Debian, so `./sluice services` runs them from here, each in a process of its own and with
/// its data in a folder that survives a restart.
package dev.sluice.services;
