package dev.sluice.services;

import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.broker.transaction.queue.TransactionalMessageServiceImpl;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.namesrv.NamesrvConfig;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;
import org.apache.rocketmq.remoting.netty.TlsSystemConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.store.config.FlushDiskType;
import org.apache.rocketmq.store.config.MessageStoreConfig;

/// A RocketMQ name server on a port and a broker on the third port after it, which also uses those
/// beside its own. Its files are small, and what it says is stored is on the disk. Settings are
/// those of a broker's configuration file.
final class Rocketmq {

    private static final String HOST = "127.0.0.1";
    private static final String NAME = "sluice";
    private static final int MIB = 1 << 20;
    private static final int ROUTE_MILLIS_MAX = 60_000;
    private static final int ROUTE_STEP_MILLIS = 20;
    private static final int REST_EVERY_MILLIS = 40;

    /// How long a request may wait for a machine that stands still.
    private static final int PATIENCE_MILLIS = 30_000;

    private static final int COMMIT_MILLIS_MAX = 12_000;

    /// Whoever can say what a message counts may not be there for minutes.
    private static final int TRANSACTION_CHECKS_MAX = 1_000;

    private Rocketmq() {}

    static void start(int port, Path data, Properties conf) throws Exception {
        System.setProperty("rocketmq.home.dir", data.toString());
        // Without it the name server takes the broker for one that is too old for its topics.
        System.setProperty(
                RemotingCommand.REMOTING_VERSION_KEY, Integer.toString(MQVersion.CURRENT_VERSION));
        // Else each of its listeners has a certificate made, which takes seconds.
        System.setProperty(TlsSystemConfig.TLS_SERVER_MODE, "disabled");

        var names = names(port, data);
        check(names.initialize(), "the name server could not be set up");
        names.start();
        var broker = broker(port, data, conf);
        check(broker.initialize(), "the broker could not be set up");
        broker.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker), "stop"));
        awaitRoute(names, broker);
        restWhenIdle(broker);
    }

    /// Once it has seen a transaction, this broker computes from the last one when to wake up next,
    /// finds that to be in the past, and keeps a core busy for ever. A queue that has nothing to
    /// write therefore counts as written just now.
    private static void restWhenIdle(BrokerController broker) {
        var transactions = broker.getTransactionalMessageService();
        if (!(transactions instanceof TransactionalMessageServiceImpl open)) return;
        Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory())
                .scheduleWithFixedDelay(
                        () -> {
                            long now = broker.getMessageStore().now();
                            for (var queue : open.getDeleteContext().values()) {
                                if (queue.getContextQueue().isEmpty()) {
                                    queue.setLastWriteTimestamp(now);
                                }
                            }
                        },
                        REST_EVERY_MILLIS,
                        REST_EVERY_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /// The name server has nothing to keep, and waits seconds for its threads.
    private static void stop(BrokerController broker) {
        broker.shutdown();
        Runtime.getRuntime().halt(0);
    }

    private static NamesrvController names(int port, Path data) {
        var config = new NamesrvConfig();
        config.setRocketmqHome(data.toString());
        config.setKvConfigPath(data.resolve("names.json").toString());
        config.setConfigStorePath(data.resolve("names.properties").toString());
        return new NamesrvController(config, listen(port));
    }

    private static BrokerController broker(int port, Path data, Properties conf) {
        var broker = brokerConfig(port, data);
        var store = storeConfig(port, data);
        MixAll.properties2Object(conf, broker);
        MixAll.properties2Object(conf, store);
        return new BrokerController(broker, listen(port + 3), new NettyClientConfig(), store);
    }

    private static NettyServerConfig listen(int port) {
        var config = new NettyServerConfig();
        config.setBindAddress(HOST);
        config.setListenPort(port);
        return config;
    }

    private static BrokerConfig brokerConfig(int port, Path data) {
        var config = new BrokerConfig();
        config.setRocketmqHome(data.toString());
        config.setBrokerClusterName(NAME);
        config.setBrokerName(NAME);
        config.setBrokerIP1(HOST);
        config.setBrokerIP2(HOST);
        config.setListenPort(port + 3);
        config.setNamesrvAddr(HOST + ":" + port);
        config.setAutoCreateTopicEnable(true);
        config.setAutoCreateSubscriptionGroup(true);
        config.setDefaultTopicQueueNums(4);
        // A message that is asked about while its commit is under way comes twice, so nobody is
        // asked before any commit has been made.
        config.setTransactionTimeOut(COMMIT_MILLIS_MAX);
        config.setTransactionCheckInterval(2_000);
        config.setTransactionCheckMax(TRANSACTION_CHECKS_MAX);
        config.setTransactionOpBatchInterval(100);
        // A machine that also runs the tests is busy at times; that is no reason to refuse.
        config.setWaitTimeMillsInSendQueue(PATIENCE_MILLIS);
        config.setWaitTimeMillsInPullQueue(PATIENCE_MILLIS);
        config.setWaitTimeMillsInLitePullQueue(PATIENCE_MILLIS);
        config.setWaitTimeMillsInAckQueue(PATIENCE_MILLIS);
        config.setWaitTimeMillsInAdminBrokerQueue(PATIENCE_MILLIS);
        config.setWaitTimeMillsInTransactionQueue(PATIENCE_MILLIS);
        return config;
    }

    private static MessageStoreConfig storeConfig(int port, Path data) {
        var config = new MessageStoreConfig();
        config.setStorePathRootDir(data.resolve("store").toString());
        config.setStorePathCommitLog(data.resolve("store/commitlog").toString());
        config.setHaListenPort(port + 4);
        config.setFlushDiskType(FlushDiskType.SYNC_FLUSH);
        config.setOsPageCacheBusyTimeOutMills(PATIENCE_MILLIS);
        config.setSyncFlushTimeout(PATIENCE_MILLIS);
        config.setMappedFileSizeCommitLog(16 * MIB);
        config.setMappedFileSizeConsumeQueue(20 * 10_000);
        config.setMappedFileSizeTimerLog(4 * MIB);
        config.setMaxHashSlotNum(10_000);
        config.setMaxIndexNum(40_000);
        config.setTimerPrecisionMs(200);
        config.setTimerFlushIntervalMs(5_000);
        config.setDiskMaxUsedSpaceRatio(98);
        config.setDiskSpaceCleanForciblyRatio(98);
        config.setDiskSpaceWarningLevelRatio(99);
        return config;
    }

    /// A client finds the broker from now on.
    private static void awaitRoute(NamesrvController names, BrokerController broker) {
        for (int waited = 0; waited < ROUTE_MILLIS_MAX; waited += ROUTE_STEP_MILLIS) {
            var known = names.getRouteInfoManager().getAllClusterInfo().getBrokerAddrTable();
            if (known.containsKey(NAME)) return;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ROUTE_STEP_MILLIS));
        }
        broker.shutdown();
        throw new IllegalStateException("the broker is not known to the name server");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) throw new IllegalStateException(otherwise);
    }
}
