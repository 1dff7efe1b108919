package dev.sluice.plain;

import dev.sluice.port.Unavailable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/// Lets the next call of a named method fail as [Unavailable], before or after its effect, and
/// remembers which methods were called.
public final class Fuses {

    private record Fuse(String method, boolean after) {}

    private final List<Fuse> set = new CopyOnWriteArrayList<>();
    private final Set<Class<?>> cut = ConcurrentHashMap.newKeySet();
    private final List<String> away = new CopyOnWriteArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final Semaphore blown = new Semaphore(0);

    public void blowBefore(String method) {
        set.add(new Fuse(method, false));
    }

    public void blowAfter(String method) {
        set.add(new Fuse(method, true));
    }

    /// Every call of the port fails from now on, before it has any effect.
    public void cut(Class<?> port) {
        cut.add(port);
    }

    /// The port is there again.
    public void mend(Class<?> port) {
        cut.remove(port);
    }

    /// From now on each call of the method fails before its effect, until [#mend].
    public void takeAway(String method) {
        away.add(method);
    }

    public void mend() {
        away.clear();
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
                        (_, method, arguments) -> {
                            if (cut.contains(port)) throw new Unavailable("cut off: " + port, null);
                            return call(real, method, arguments);
                        });
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
        if (!set.remove(fuse) && (fuse.after || !away.contains(fuse.method))) return;
        blown.release();
        throw new Unavailable("a fuse has blown: " + fuse, null);
    }
}
