package dev.sluice.rehearsal.plot;

import java.util.Set;

/// Writes HTML and SVG that is well-formed XML too. Everything that is said through it is escaped,
/// so a name from a file can say what it likes; only [#raw] is taken as it is.
public final class Markup {
    /// Between these and the words beside them no space may appear.
    private static final Set<String> WITHIN_LINES = Set.of("b", "span", "i", "code", "tspan");

    private final StringBuilder out = new StringBuilder();

    /// @param attributes names and values in turn
    public Markup open(String tag, String... attributes) {
        begin(tag, attributes);
        out.append('>');
        return this;
    }

    public Markup close(String tag) {
        out.append("</").append(tag).append('>');
        if (!WITHIN_LINES.contains(tag)) out.append('\n');
        return this;
    }

    /// An element that has nothing in it.
    public Markup empty(String tag, String... attributes) {
        begin(tag, attributes);
        out.append("/>\n");
        return this;
    }

    public Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    public Markup text(String text) {
        out.append(escaped(text));
        return this;
    }

    /// Only for what another [Markup] wrote and for the report's own resources.
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }

    private void begin(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(escaped(attributes[i + 1])).append('"');
        }
    }

    public static String escaped(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> append(escaped, point));
        return escaped.toString();
    }

    private static void append(StringBuilder escaped, int point) {
        switch (point) {
            case '<' -> escaped.append("&lt;");
            case '>' -> escaped.append("&gt;");
            case '&' -> escaped.append("&amp;");
            case '"' -> escaped.append("&#34;");
            case '\'' -> escaped.append("&#39;");
            default -> escaped.appendCodePoint(isCharacter(point) ? point : 0xFFFD);
        }
    }

    /// Whether XML allows it. What turns the direction of the line is taken out as well, since it
    /// would turn words that are not its own.
    private static boolean isCharacter(int point) {
        if (point < 0x20) return point == '\t' || point == '\n' || point == '\r';
        boolean control = point >= 0x7F && point < 0xA0;
        boolean surrogate = point >= 0xD800 && point <= 0xDFFF;
        boolean turns = point >= 0x202A && point <= 0x202E || point >= 0x2066 && point <= 0x2069;
        boolean none = point == 0xFFFE || point == 0xFFFF;
        return !control && !surrogate && !turns && !none;
    }
}
