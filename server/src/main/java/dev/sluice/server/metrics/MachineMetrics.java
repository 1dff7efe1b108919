package dev.sluice.server.metrics;

import java.lang.management.ManagementFactory;

/// What the JVM says about itself.
final class MachineMetrics {

    private MachineMetrics() {}

    static void register(Metrics metrics) {
        var memory = ManagementFactory.getMemoryMXBean();
        var threads = ManagementFactory.getThreadMXBean();
        var runtime = ManagementFactory.getRuntimeMXBean();
        metrics.gauge(
                "jvm_memory_used_bytes{area=\"heap\"}",
                "Memory in use.",
                () -> memory.getHeapMemoryUsage().getUsed());
        metrics.gauge(
                "jvm_memory_used_bytes{area=\"nonheap\"}",
                "Memory in use.",
                () -> memory.getNonHeapMemoryUsage().getUsed());
        metrics.gauge(
                "jvm_memory_max_bytes{area=\"heap\"}",
                "Most memory that may be in use.",
                () -> memory.getHeapMemoryUsage().getMax());
        metrics.gauge("jvm_threads_current", "Platform threads.", () -> threads.getThreadCount());
        metrics.gauge(
                "process_uptime_seconds", "Time since start.", () -> runtime.getUptime() / 1e3);
        for (var gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            var label = "{gc=\"" + gc.getName() + "\"}";
            metrics.counter(
                    "jvm_gc_collections_total" + label, "Collections.", gc::getCollectionCount);
            metrics.counter(
                    "jvm_gc_collection_seconds_total" + label,
                    "Time spent collecting.",
                    () -> gc.getCollectionTime() / 1e3);
        }
    }
}
