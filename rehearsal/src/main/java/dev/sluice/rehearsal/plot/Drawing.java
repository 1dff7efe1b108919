package dev.sluice.rehearsal.plot;

import static dev.sluice.rehearsal.plot.Outline.number;

/// Draws a plot over time as SVG. The picture carries a title and a description; its colours are
/// classes, so that the style sheet can change them for the dark and for paper.
final class Drawing {
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
            area("area " + plot.series().get(i).colour(), edges[i], edges[i + 1]);
        }
        if (plot.series().size() > 1) {
            Label.insideLayers(plot, outline, frame).forEach(label -> label.write(svg));
        }
    }

    /// The first of several lines in steps stands on a tinted ground, since the others are parts of
    /// it.
    private void lines(String kind) {
        boolean steps = kind.equals("steps");
        if (steps) {
            var first = plot.series().getFirst();
            area("area ground " + first.colour(), new double[plot.buckets()], first.values());
        }
        for (var series : plot.series()) {
            var path = steps ? outline.steps(series.values()) : outline.line(series.values());
            if (path.isEmpty()) continue;
            svg.empty("path", "class", kind + " " + series.colour(), "d", path);
        }
        if (frame.namesLines()) Label.besideEnds(plot, y, frame).forEach(label -> label.write(svg));
    }

    private void area(String kind, double[] lower, double[] upper) {
        var path = outline.area(lower, upper);
        if (!path.isEmpty()) svg.empty("path", "class", kind, "d", path);
    }

    private void marks() {
        for (var level : plot.levels()) {
            double at = y.at(level.value());
            svg.empty("path", "class", "level", "d", horizontal(at));
            double middle = (frame.boxLeft() + frame.boxRight()) / 2;
            new Label(level.label(), "mark", middle, at - 5, "middle").write(svg);
        }
        double taken = 0;
        for (var mark : plot.marks()) {
            if (mark.second() < 0 || mark.second() > plot.seconds()) continue;
            taken = moment(mark, taken);
        }
    }

    /// A mark goes without its words where others have taken their place.
    ///
    /// @param taken how far to the right there are words already
    private double moment(Plot.Mark mark, double taken) {
        double at = x.at(mark.second());
        double top = frame.boxTop() - 10;
        var line = "M" + number(at) + " " + number(top) + "V" + number(frame.boxBottom());
        svg.empty("path", "class", "moment", "d", line);
        double width = mark.label().length() * frame.letter();
        boolean late = at + width > frame.boxRight();
        double from = late ? at - 6 - width : at + 6;
        if (from < taken) return taken;
        new Label(mark.label(), "mark", late ? at - 6 : at + 6, top + 4, late ? "end" : "start")
                .write(svg);
        return from + width;
    }

    private void text(String text, double x, double y, String anchor) {
        new Label(text, "", x, y, anchor).write(svg);
    }

    private String horizontal(double at) {
        return "M" + number(frame.boxLeft()) + " " + number(at) + "H" + number(frame.boxRight());
    }
}
