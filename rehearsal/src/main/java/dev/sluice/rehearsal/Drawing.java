package dev.sluice.rehearsal;

import static dev.sluice.rehearsal.Outline.number;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Draws a plot over time as SVG. The picture carries a title and a description; its colours are
/// classes, so that the style sheet can change them for the dark and for paper.
final class Drawing {
    private static final double LABEL_HEIGHT = 15;

    private final Plot plot;
    private final Frame frame;
    private final Axis x;
    private final Axis y;
    private final Outline outline;
    private final Markup svg = new Markup();

    private Drawing(Plot plot, Frame frame) {
        this.plot = plot;
        this.frame = frame;
        this.x = Axis.time(plot.seconds(), frame.boxLeft(), frame.boxRight(), frame.ticks());
        double low = frame.boxBottom();
        double high = frame.boxTop();
        this.y =
                switch (plot.unit()) {
                    case COUNT -> Axis.counts(Math.max(plot.most(), level()), low, high);
                    case MILLIS ->
                            Axis.millis(plot.least(), Math.max(plot.most(), level()), low, high);
                };
        this.outline = new Outline(x, y, plot.secondsEach());
    }

    static String of(Plot plot, Frame frame) {
        return new Drawing(plot, frame).draw();
    }

    private double level() {
        return plot.levels().stream().mapToDouble(Plot.Level::value).max().orElse(0);
    }

    private String draw() {
        var id = plot.id() + "-" + frame.name();
        svg.open(
                "svg",
                "class",
                "plot " + frame.name(),
                "viewBox",
                "0 0 " + frame.width() + " " + frame.height(),
                "role",
                "img",
                "aria-labelledby",
                id + "-t " + id + "-d",
                "data-left",
                number(frame.boxLeft()),
                "data-right",
                number(frame.boxRight()));
        svg.element("title", plot.title(), "id", id + "-t");
        svg.element("desc", plot.description(), "id", id + "-d");
        grid();
        if (plot.isEmpty()) nothing();
        else series();
        marks();
        svg.empty("path", "class", "base", "d", horizontal(frame.boxBottom()));
        svg.empty(
                "rect",
                "class",
                "cursor",
                "x",
                "0",
                "y",
                number(frame.boxTop()),
                "width",
                "2",
                "height",
                number(frame.boxBottom() - frame.boxTop()));
        return svg.close("svg").toString();
    }

    private void grid() {
        svg.open("g", "class", "axis");
        for (var tick : y.ticks()) {
            double at = y.at(tick.value());
            svg.empty("path", "class", "grid", "d", horizontal(at));
            text(tick.label(), frame.boxLeft() - 8, at + 4, "end");
        }
        for (var tick : x.ticks()) {
            double at = x.at(tick.value());
            svg.empty(
                    "path",
                    "class",
                    "tick",
                    "d",
                    "M" + number(at) + " " + number(frame.boxBottom()) + "v5");
            text(tick.label(), at, frame.boxBottom() + 20, "middle");
        }
        svg.close("g");
    }

    private void nothing() {
        double middle = (frame.boxLeft() + frame.boxRight()) / 2;
        text("Nothing to show", middle, (frame.boxTop() + frame.boxBottom()) / 2, "middle");
    }

    private void series() {
        switch (plot.shape()) {
            case STACK -> stack();
            case STEPS -> lines("steps");
            case LINES -> lines("line");
        }
    }

    private void stack() {
        var edges = plot.edges();
        for (int i = 0; i < plot.series().size(); i++) {
            var path = outline.area(edges[i], edges[i + 1]);
            if (path.isEmpty()) continue;
            svg.empty("path", "class", "area " + plot.series().get(i).colour(), "d", path);
        }
        for (int i = 0; i < plot.series().size(); i++) {
            var series = plot.series().get(i);
            var spot = Spot.within(edges[i], edges[i + 1], this, series.name().length());
            if (spot == null) continue;
            var colour = "inside on-" + series.colour();
            svg.element(
                    "text",
                    series.name(),
                    "class",
                    colour,
                    "x",
                    number(spot.x()),
                    "y",
                    number(spot.y() + 4),
                    "text-anchor",
                    "middle");
        }
    }

    private void lines(String kind) {
        boolean steps = kind.equals("steps");
        for (var series : plot.series()) {
            var path = steps ? outline.steps(series.values()) : outline.line(series.values());
            if (path.isEmpty()) continue;
            svg.empty("path", "class", kind + " " + series.colour(), "d", path);
        }
        if (frame.namesLines()) names();
    }

    private record Name(String text, String colour, double at) {}

    /// Each line's name beside its end, pushed apart where they would touch.
    private void names() {
        var names = new ArrayList<Name>();
        for (var series : plot.series()) {
            int last = lastOf(series.values());
            if (last < 0) continue;
            names.add(new Name(series.name(), series.colour(), y.at(series.values()[last])));
        }
        names.sort(Comparator.comparingDouble(Name::at).reversed());
        var places = apart(names.stream().map(Name::at).toList());
        for (int i = 0; i < names.size(); i++) {
            var name = names.get(i);
            svg.element(
                    "text",
                    name.text(),
                    "class",
                    "name ink-" + name.colour(),
                    "x",
                    number(frame.boxRight() + 10),
                    "y",
                    number(places.get(i) + 4));
        }
    }

    /// From the lowest up, each at least a line's height above the one before.
    private List<Double> apart(List<Double> wanted) {
        var places = new ArrayList<Double>();
        double limit = frame.boxBottom();
        for (double at : wanted) {
            double place = Math.min(at, limit);
            places.add(place);
            limit = place - LABEL_HEIGHT;
        }
        double over = places.isEmpty() ? 0 : frame.boxTop() - places.getLast();
        if (over > 0) places.replaceAll(place -> place + over);
        return places;
    }

    private static int lastOf(double[] values) {
        for (int at = values.length - 1; at >= 0; at--) {
            if (Double.isFinite(values[at])) return at;
        }
        return -1;
    }

    private void marks() {
        for (var level : plot.levels()) {
            double at = y.at(level.value());
            svg.empty("path", "class", "level", "d", horizontal(at));
            svg.element(
                    "text",
                    level.label(),
                    "class",
                    "mark",
                    "x",
                    number(frame.boxRight()),
                    "y",
                    number(at - 5),
                    "text-anchor",
                    "end");
        }
        for (var mark : plot.marks()) {
            if (mark.second() < 0 || mark.second() > plot.seconds()) continue;
            double at = x.at(mark.second());
            boolean late = at > (frame.boxLeft() + frame.boxRight()) / 2;
            svg.empty(
                    "path",
                    "class",
                    "moment",
                    "d",
                    "M"
                            + number(at)
                            + " "
                            + number(frame.boxTop() - 10)
                            + "V"
                            + number(frame.boxBottom()));
            svg.element(
                    "text",
                    mark.label(),
                    "class",
                    "mark",
                    "x",
                    number(at + (late ? -6 : 6)),
                    "y",
                    number(frame.boxTop() - 6),
                    "text-anchor",
                    late ? "end" : "start");
        }
    }

    private void text(String text, double x, double y, String anchor) {
        svg.element("text", text, "x", number(x), "y", number(y), "text-anchor", anchor);
    }

    private String horizontal(double at) {
        return "M" + number(frame.boxLeft()) + " " + number(at) + "H" + number(frame.boxRight());
    }

    /// Where the name of a layer fits inside it.
    private record Spot(double x, double y, double height) {
        private static final double HEIGHT_MIN = 17;

        static Spot within(double[] lower, double[] upper, Drawing drawing, int letters) {
            Spot best = null;
            double half = letters * drawing.frame.letter() / 2 + 6;
            for (int at = 0; at < lower.length; at++) {
                var spot = around(at, half, new double[][] {lower, upper}, drawing);
                if (spot.height < HEIGHT_MIN) continue;
                if (best == null || spot.height > best.height) best = spot;
            }
            return best;
        }

        private static Spot around(int bucket, double half, double[][] edges, Drawing drawing) {
            double x = drawing.outline.middleOf(bucket);
            double top = drawing.frame.boxTop();
            double bottom = drawing.frame.boxBottom();
            if (x - half < drawing.frame.boxLeft() || x + half > drawing.frame.boxRight()) {
                return new Spot(x, top, 0);
            }
            for (int at = 0; at < edges[0].length; at++) {
                if (Math.abs(drawing.outline.middleOf(at) - x) > half + drawing.bucketWidth() / 2)
                    continue;
                bottom = Math.min(bottom, drawing.y.at(edges[0][at]));
                top = Math.max(top, drawing.y.at(edges[1][at]));
            }
            return new Spot(x, (top + bottom) / 2, bottom - top);
        }
    }

    private double bucketWidth() {
        return (x.to() - x.from()) * plot.secondsEach() / Math.max(plot.seconds(), 1);
    }
}
