package dev.sluice.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/// Many threads that begin at one moment.
public final class AtOnce {

    private AtOnce() {}

    /// Calls with 0, 1, 2 and so on, each on a thread of its own, all let go at the same moment.
    public static <T> List<T> allAtOnce(int count, IntFunction<T> call) throws Exception {
        var go = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = new ArrayList<Callable<T>>();
            for (int i = 0; i < count; i++) {
                int n = i;
                tasks.add(() -> {
                    go.await();
                    return call.apply(n);
                });
            }
            var futures = tasks.stream().map(threads::submit).toList();
            go.countDown();
            var results = new ArrayList<T>();
            for (var future : futures) results.add(future.get());
            return results;
        }
    }
}
