package dev.sluice.bench;

/// The part of a page that a run rewrites; what people wrote around it stays as it is.
final class MeasuredBlock {
    static final String BEGIN = "<!-- measured: begin -->";
    static final String END = "<!-- measured: end -->";

    private MeasuredBlock() {}

    /// The page with new lines between the two markers, which must be there once each, in order.
    static String rewrite(String page, String measured) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        boolean once = page.lastIndexOf(BEGIN) == begin && page.lastIndexOf(END) == end;
        if (begin < 0 || end < begin || !once) {
            throw new BenchFailure(
                    "the page needs the lines '" + BEGIN + "' and '" + END + "' once");
        }
        var head = page.substring(0, begin + BEGIN.length());
        return head + "\n\n" + measured.strip() + "\n\n" + page.substring(end);
    }
}
