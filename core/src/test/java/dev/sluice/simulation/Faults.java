package dev.sluice.simulation;

import dev.sluice.port.Unavailable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.random.RandomGenerator;

/// Lets calls of ports fail, before or after their effect, and the process crash in between.
final class Faults {

    private static final double UNAVAILABLE = 0.01;
    private static final double CRASH = 0.001;

    private final RandomGenerator random;
    private boolean on;

    Faults(RandomGenerator random) {
        this.random = random;
    }

    void on(boolean on) {
        this.on = on;
    }

    boolean on() {
        return on;
    }

    /// Fails sometimes, and most of the time does nothing.
    void strike() {
        if (!on) return;
        var roll = random.nextDouble();
        if (roll < CRASH) throw new Crash();
        if (roll < CRASH + UNAVAILABLE) throw new Unavailable("simulated", null);
    }

    boolean happens(double probability) {
        return on && random.nextDouble() < probability;
    }

    /// The same port with faults around each call.
    <T> T around(Class<T> port, T real) {
        var proxy =
                Proxy.newProxyInstance(
                        port.getClassLoader(),
                        new Class<?>[] {port},
                        (_, method, arguments) -> call(real, method, arguments));
        return port.cast(proxy);
    }

    private Object call(Object real, Method method, Object[] arguments) throws Throwable {
        strike();
        try {
            var result = method.invoke(real, arguments);
            // After a take that failed nothing is taken, or the claims would wait for a restart.
            if (!method.getName().equals("take")) strike();
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
