package dev.sluice.rehearsal.plot;

/// How large a plot is drawn. Each is drawn twice, since text in a picture shrinks with it: once
/// for desks and paper, once for phones; the style sheet shows the one that fits.
///
/// @param name a class of the style sheet
/// @param left the margin for the labels of the axis; `right` that for the names of lines
/// @param ticks how many labels the time axis has room for
/// @param letter about how wide a letter is
record Frame(
        String name,
        int width,
        int height,
        int left,
        int right,
        int top,
        int bottom,
        int ticks,
        double letter) {
    static final Frame WIDE = new Frame("wide", 880, 268, 62, 84, 22, 30, 10, 8.2);
    static final Frame NARROW = new Frame("narrow", 400, 250, 56, 12, 22, 30, 5, 8.2);

    double boxLeft() {
        return left;
    }

    double boxRight() {
        return width - right;
    }

    double boxTop() {
        return top;
    }

    double boxBottom() {
        return height - bottom;
    }

    /// Whether there is room beside the box for the names of lines.
    boolean namesLines() {
        return right >= 60;
    }
}
