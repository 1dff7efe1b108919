package dev.sluice.tidy;

/// Separates Java text into code and comments. Literals keep their quotes and lose their content.
final class Splitter {
    private final String text;
    private final char[] code;
    private final char[] comments;
    private int at;

    Splitter(String text) {
        this.text = text;
        this.code = text.toCharArray();
        this.comments = text.replaceAll("[^\n]", " ").toCharArray();
    }

    void split() {
        while (at < text.length()) {
            if (text.startsWith("//", at)) comment(endOf("\n", at, 0));
            else if (text.startsWith("/*", at)) comment(endOf("*/", at + 2, 2));
            else if (text.startsWith("\"\"\"", at)) literal("\"\"\"");
            else if (text.charAt(at) == '"') literal("\"");
            else if (text.charAt(at) == '\'') literal("'");
            else at++;
        }
    }

    String code() {
        return new String(code);
    }

    String comments() {
        return new String(comments);
    }

    private int endOf(String mark, int from, int markLength) {
        int end = text.indexOf(mark, from);
        return end < 0 ? text.length() : end + markLength;
    }

    private void comment(int end) {
        text.getChars(at, end, comments, at);
        blank(at, end);
        at = end;
    }

    private void literal(String quote) {
        int end = at + quote.length();
        while (end < text.length() && !text.startsWith(quote, end)) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        end = Math.min(end, text.length());
        blank(at + quote.length(), end);
        at = Math.min(end + quote.length(), text.length());
    }

    private void blank(int from, int to) {
        for (int i = from; i < to; i++) {
            if (code[i] != '\n') code[i] = ' ';
        }
    }
}
