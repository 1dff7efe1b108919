package dev.sluice.rehearsal.plot;

import java.util.Map;

/// A plot with its heading, its caption and a legend that doubles as a read-out: it says what holds
/// for the whole run, and, where scripts run, what held in the second that is pointed at.
public final class PlotFigure {
    private PlotFigure() {}

    public static void write(Markup page, Plot plot) {
        page.open(
                "figure",
                "id",
                plot.id(),
                "data-buckets",
                Integer.toString(plot.buckets()),
                "data-seconds",
                Integer.toString(plot.seconds()),
                "data-each",
                Integer.toString(plot.secondsEach()));
        page.open("figcaption");
        page.element("h3", plot.title());
        page.element("p", plot.caption(), "class", "soft");
        page.close("figcaption");
        legend(page, plot);
        page.open("div", "class", "pictures", "tabindex", "0");
        page.raw(Drawing.of(plot, Frame.WIDE)).raw(Drawing.of(plot, Frame.NARROW));
        page.close("div");
        page.close("figure");
    }

    public static void writeFunnel(Markup page, Map<String, Long> funnel) {
        page.open("figure", "id", "funnel");
        page.open("figcaption");
        page.element("h3", "From buyers to paid orders");
        page.element("p", "How many buyers came how far.", "class", "soft");
        page.close("figcaption");
        page.open("div", "class", "pictures");
        page.raw(FunnelDrawing.of(funnel, Frame.WIDE)).raw(FunnelDrawing.of(funnel, Frame.NARROW));
        page.close("div");
        page.close("figure");
    }

    private static void legend(Markup page, Plot plot) {
        page.open("ul", "class", "legend");
        page.element("li", plot.whole(), "class", "when");
        for (var series : plot.series()) {
            page.open("li");
            page.open("i", "class", "swatch " + series.colour()).close("i");
            page.element("span", series.name());
            page.element(
                    "b",
                    series.whole(),
                    "data-values",
                    values(series),
                    "data-unit",
                    plot.unit().name());
            page.close("li");
        }
        page.close("ul");
    }

    private static String values(Plot.Series series) {
        var listed = new StringBuilder();
        for (double value : series.values()) {
            if (!listed.isEmpty()) listed.append(' ');
            listed.append(Double.isFinite(value) ? shortest(value) : "-");
        }
        return listed.toString();
    }

    private static String shortest(double value) {
        double rounded = Math.round(value * 1_000) / 1_000.0;
        return rounded == Math.rint(rounded)
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }
}
