package dev.sluice.bench;

/// The parts of a page that a run rewrites; what people wrote around them stays as it is.
enum MeasuredBlock {
    ONE_NODE("Measured", "measured"),
    MANY_NODES("Many nodes", "measured on many nodes");

    private final String title;
    private final String begin;
    private final String end;

    MeasuredBlock(String title, String name) {
        this.title = title;
        begin = "<!-- " + name + ": begin -->";
        end = "<!-- " + name + ": end -->";
    }

    String title() {
        return title;
    }

    /// The page with new lines between the two markers, which must be there once each, in order.
    String rewrite(String page, String measured) {
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        boolean once = page.lastIndexOf(begin) == from && page.lastIndexOf(end) == to;
        if (from < 0 || to < from || !once) {
            throw new BenchFailure(
                    "the page needs the lines '" + begin + "' and '" + end + "' once");
        }
        var head = page.substring(0, from + begin.length());
        return head + "\n\n" + measured.strip() + "\n\n" + page.substring(to);
    }
}
