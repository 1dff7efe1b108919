package dev.sluice.rehearsal.plot;

import static dev.sluice.rehearsal.plot.Outline.number;

import java.util.List;
import java.util.Map;

/// Draws how many buyers came how far: a bar for each step of the way, with what became of the step
/// before.
final class FunnelDrawing {
    private static final Map<String, String> STEPS =
            Map.of(
                    "buyers", "Buyers",
                    "challenges", "Got a challenge",
                    "passes", "Got a pass",
                    "claims", "Claimed",
                    "won", "Won an order",
                    "paid", "Paid");
    private static final int ROW = 40;
    private static final int NARROW_ROW = 52;
    private static final int BAR = 24;

    private final List<Map.Entry<String, Long>> steps;
    private final Frame frame;
    private final Markup svg = new Markup();

    private FunnelDrawing(Map<String, Long> funnel, Frame frame) {
        this.steps = List.copyOf(funnel.entrySet());
        this.frame = frame;
    }

    static String of(Map<String, Long> funnel, Frame frame) {
        return new FunnelDrawing(funnel, frame).draw();
    }

    static String nameOf(String step) {
        return STEPS.getOrDefault(step, step);
    }

    /// Of those who took the step before, the part that took this one; not a number at the first.
    static double kept(List<Map.Entry<String, Long>> steps, int at) {
        if (at == 0 || steps.get(at - 1).getValue() == 0) return Double.NaN;
        return (double) steps.get(at).getValue() / steps.get(at - 1).getValue();
    }

    private String draw() {
        int row = frame.namesLines() ? ROW : NARROW_ROW;
        var id = "funnel-" + frame.name();
        svg.open(
                "svg",
                "class",
                "plot " + frame.name(),
                "viewBox",
                "0 0 " + frame.width() + " " + Math.max(1, row * steps.size()),
                "role",
                "img",
                "aria-labelledby",
                id + "-t " + id + "-d");
        svg.element("title", "From buyers to paid orders", "id", id + "-t");
        svg.element("desc", description(), "id", id + "-d");
        long most = steps.stream().mapToLong(Map.Entry::getValue).max().orElse(0);
        for (int i = 0; i < steps.size(); i++) {
            if (frame.namesLines()) wide(i, most);
            else narrow(i, most);
        }
        return svg.close("svg").toString();
    }

    private String description() {
        var said = new StringBuilder();
        for (var step : steps) {
            said.append(said.isEmpty() ? "" : ", ").append(nameOf(step.getKey())).append(' ');
            said.append(Numbers.whole(step.getValue()));
        }
        return said.append('.').toString();
    }

    private void wide(int at, long most) {
        var step = steps.get(at);
        double top = at * ROW + (ROW - BAR) / 2.0;
        double width = width(step.getValue(), most, frame.width() - 150 - 240.0);
        new Label(nameOf(step.getKey()), "step", 138, top + 17, "end").write(svg);
        bar(150, top, width);
        svg.open("text", "x", number(150 + width + 10), "y", number(top + 17));
        svg.element("tspan", Numbers.whole(step.getValue()), "class", "figure");
        svg.element("tspan", comparison(at), "class", "remark", "dx", "10");
        svg.close("text");
    }

    private void narrow(int at, long most) {
        var step = steps.get(at);
        double top = at * NARROW_ROW;
        svg.open("text", "x", "0", "y", number(top + 14));
        svg.element("tspan", nameOf(step.getKey()), "class", "step");
        svg.element("tspan", comparison(at), "class", "remark", "dx", "10");
        svg.close("text");
        new Label(Numbers.whole(step.getValue()), "figure", frame.width(), top + 14, "end")
                .write(svg);
        bar(0, top + 20, width(step.getValue(), most, frame.width()));
    }

    private String comparison(int at) {
        double kept = kept(steps, at);
        return Double.isFinite(kept) ? Numbers.percent(kept) + " of the step before" : "";
    }

    private static double width(long value, long most, double room) {
        return most == 0 ? 0 : Math.max(value > 0 ? 1.5 : 0, room * value / most);
    }

    private void bar(double x, double y, double width) {
        svg.empty(
                "rect",
                "class",
                "bar c-blue",
                "x",
                number(x),
                "y",
                number(y),
                "width",
                number(width),
                "height",
                number(BAR),
                "rx",
                "2");
    }
}
