package dev.sluice.rehearsal.plot;

import static dev.sluice.rehearsal.plot.Outline.number;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Words in a plot, and where they find room.
///
/// @param kind classes of the style sheet; may be empty
/// @param anchor which end of the words stands at `x`: `start`, `middle` or `end`
record Label(String text, String kind, double x, double y, String anchor) {
    private static final double LINE = 15;

    void write(Markup svg) {
        var place = new String[] {"x", number(x), "y", number(y), "text-anchor", anchor};
        if (kind.isEmpty()) {
            svg.element("text", text, place);
        } else {
            svg.element(
                    "text", text, "class", kind, place[0], place[1], place[2], place[3], place[4],
                    place[5]);
        }
    }

    /// The name of each line beside its end, moved apart where they would touch. None when the
    /// lines end so close together that a name would not stand beside its own.
    static List<Label> besideEnds(Plot plot, Axis y, Frame frame) {
        var wanted = new ArrayList<Label>();
        for (var series : plot.series()) {
            int last = series.last();
            if (last < 0) continue;
            double at = y.at(series.values()[last]);
            wanted.add(new Label(series.name(), "name", frame.boxRight() + 10, at, "start"));
        }
        wanted.sort(Comparator.comparingDouble(Label::y).reversed());
        var placed = new ArrayList<Label>();
        double limit = frame.boxBottom();
        for (var label : wanted) {
            double at = Math.min(label.y, limit);
            if (label.y - at > 1.4 * LINE) return List.of();
            placed.add(new Label(label.text, label.kind, label.x, at + 4, label.anchor));
            limit = at - LINE;
        }
        return placed;
    }

    /// The name of each layer of a stack inside it, where it is thickest over the width of the
    /// name; none for a layer that is too thin.
    static List<Label> insideLayers(Plot plot, Outline outline, Frame frame) {
        var labels = new ArrayList<Label>();
        var edges = plot.edges();
        for (int i = 0; i < plot.series().size(); i++) {
            var name = plot.series().get(i).name();
            double half = name.length() * frame.letter() / 2 + 6;
            Room best = null;
            for (int at = 0; at < plot.buckets(); at++) {
                var room = roomAt(outline, at, half, new double[][] {edges[i], edges[i + 1]});
                boolean enough = room.height() > LINE + 2;
                if (enough && (best == null || room.height() > best.height())) best = room;
            }
            if (best == null) continue;
            var kind = "inside on-" + plot.series().get(i).colour();
            labels.add(new Label(name, kind, best.x, (best.top + best.bottom) / 2 + 4, "middle"));
        }
        return labels;
    }

    private record Room(double x, double top, double bottom) {
        double height() {
            return bottom - top;
        }
    }

    /// What a layer leaves free over a width around a bucket.
    private static Room roomAt(Outline outline, int bucket, double half, double[][] edges) {
        double x = outline.middleOf(bucket);
        if (x - half < outline.x().from() || x + half > outline.x().to()) return new Room(x, 0, 0);
        double top = 0;
        double bottom = Double.MAX_VALUE;
        for (int at = 0; at < edges[0].length; at++) {
            if (!outline.touches(at, x - half, x + half)) continue;
            top = Math.max(top, outline.y().at(edges[1][at]));
            bottom = Math.min(bottom, outline.y().at(edges[0][at]));
        }
        return new Room(x, top, bottom);
    }
}
