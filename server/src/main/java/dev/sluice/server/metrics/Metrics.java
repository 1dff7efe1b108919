package dev.sluice.server.metrics;

import dev.sluice.port.Unavailable;
import dev.sluice.server.access.RouteGroup;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/// What is counted, in the text format of Prometheus. Counting is an addition in memory that any
/// thread may make.
public final class Metrics {

    private static final int STATUS_MAX = 600;

    /// A value that is asked for when the metrics are read.
    private record Gauge(String type, String help, DoubleSupplier value) {}

    private final Map<RouteGroup, AtomicReferenceArray<LongAdder>> answers = answers();
    private final Map<String, Gauge> gauges = new ConcurrentSkipListMap<>();
    private final LongAdder bugs = new LongAdder();

    public Metrics() {
        counter("sluice_bugs_total", "Answers of 500, each of them a bug.", bugs::sum);
        MachineMetrics.register(this);
    }

    public void countAnswer(RouteGroup group, int status) {
        var counters = answers.get(group);
        var counter = counters.get(status);
        if (counter == null) {
            counters.compareAndSet(status, null, new LongAdder());
            counter = counters.get(status);
        }
        counter.increment();
    }

    public void countBug() {
        bugs.increment();
    }

    /// Registers a value that goes up and down. The name may end in labels: `x{pool="a"}`.
    public void gauge(String name, String help, DoubleSupplier value) {
        gauges.put(name, new Gauge("gauge", help, value));
    }

    /// Registers a value that only grows.
    public void counter(String name, String help, DoubleSupplier value) {
        gauges.put(name, new Gauge("counter", help, value));
    }

    /// Everything as Prometheus reads it. What cannot be asked for now is left out: while a part is
    /// away the rest is what people look at.
    public String text() {
        var text = new StringBuilder(8_192);
        head(text, "sluice_answers_total", "counter", "Answers by group of routes and status.");
        for (var group : RouteGroup.values()) answers(text, group);
        var described = "";
        for (var entry : gauges.entrySet()) {
            var name = entry.getKey();
            var family = name.contains("{") ? name.substring(0, name.indexOf('{')) : name;
            var gauge = entry.getValue();
            double value;
            try {
                value = gauge.value.getAsDouble();
            } catch (Unavailable away) {
                continue;
            }
            if (!family.equals(described)) head(text, family, gauge.type, gauge.help);
            described = family;
            text.append(name).append(' ').append(number(value)).append('\n');
        }
        return text.toString();
    }

    private void answers(StringBuilder text, RouteGroup group) {
        var counters = answers.get(group);
        for (int status = 0; status < STATUS_MAX; status++) {
            var counter = counters.get(status);
            if (counter == null) continue;
            text.append("sluice_answers_total{group=\"").append(group.label());
            text.append("\",status=\"").append(status).append("\"} ");
            text.append(counter.sum()).append('\n');
        }
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static Map<RouteGroup, AtomicReferenceArray<LongAdder>> answers() {
        var answers =
                new java.util.EnumMap<RouteGroup, AtomicReferenceArray<LongAdder>>(
                        RouteGroup.class);
        for (var group : RouteGroup.values()) {
            answers.put(group, new AtomicReferenceArray<>(STATUS_MAX));
        }
        return answers;
    }
}
