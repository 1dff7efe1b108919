package dev.sluice.plain;

import dev.sluice.port.Unavailable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/// Lets the next call of a named method fail as [Unavailable], before or after its effect, and
/// remembers which methods were called.
public final class Fuses {

    private record Fuse(String method, boolean after) {}

    private final List<Fuse> set = new CopyOnWriteArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final Semaphore blown = new Semaphore(0);

    public void blowBefore(String method) {
        set.add(new Fuse(method, false));
    }

    public void blowAfter(String method) {
        set.add(new Fuse(method, true));
    }

    /// Waits until a fuse has blown.
    public void awaitBlown() throws InterruptedException {
        blown.acquire();
    }

    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public <T> T around(Class<T> port, T real) {
        var proxy =
                Proxy.newProxyInstance(
                        port.getClassLoader(),
                        new Class<?>[] {port},
                        (_, method, arguments) -> call(real, method, arguments));
        return port.cast(proxy);
    }

    private Object call(Object real, Method method, Object[] arguments) throws Throwable {
        synchronized (this) {
            calls.add(method.getName());
        }
        blow(new Fuse(method.getName(), false));
        try {
            var result = method.invoke(real, arguments);
            blow(new Fuse(method.getName(), true));
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void blow(Fuse fuse) {
        if (!set.remove(fuse)) return;
        blown.release();
        throw new Unavailable("a fuse has blown: " + fuse, null);
    }
}
