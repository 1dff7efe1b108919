package dev.sluice.server.web;

/// Reads `Accept-Encoding` from the left to the right, looking at each character a few times at
/// most, whatever a client has written there.
final class Codings {

    private Codings() {}

    /// Whether the header names the coding, and not with a weight of zero.
    static boolean accepts(CharSequence header, String coding) {
        int start = 0;
        while (start < header.length()) {
            int end = find(header, ',', start, header.length());
            int nameEnd = find(header, ';', start, end);
            if (isWord(header, start, nameEnd, coding)) return !isRefused(header, nameEnd, end);
            start = end + 1;
        }
        return false;
    }

    /// Whether one of the parameters after a coding's name is a weight of zero, as in `;q=0.0`.
    private static boolean isRefused(CharSequence header, int from, int to) {
        int start = from + 1;
        while (start < to) {
            int end = find(header, ';', start, to);
            if (isZeroWeight(header, start, end)) return true;
            start = end + 1;
        }
        return false;
    }

    private static boolean isZeroWeight(CharSequence header, int from, int to) {
        int start = skipSpaces(header, from, to);
        int end = dropSpaces(header, start, to);
        if (end - start < 3 || !isWord(header, start, start + 3, "q=0")) return false;
        if (end - start == 3) return true;
        if (header.charAt(start + 3) != '.') return false;
        for (int i = start + 4; i < end; i++) if (header.charAt(i) != '0') return false;
        return true;
    }

    /// Whether there is this word and nothing else but spaces around it, in capitals or not.
    private static boolean isWord(CharSequence header, int from, int to, String word) {
        int start = skipSpaces(header, from, to);
        int end = dropSpaces(header, start, to);
        if (end - start != word.length()) return false;
        for (int i = 0; i < word.length(); i++) {
            if (Character.toLowerCase(header.charAt(start + i)) != word.charAt(i)) return false;
        }
        return true;
    }

    /// Where the character stands first, or the end when it stands nowhere.
    private static int find(CharSequence header, char wanted, int from, int to) {
        int at = from;
        while (at < to && header.charAt(at) != wanted) at++;
        return at;
    }

    private static int skipSpaces(CharSequence header, int from, int to) {
        int at = from;
        while (at < to && header.charAt(at) <= ' ') at++;
        return at;
    }

    private static int dropSpaces(CharSequence header, int from, int to) {
        int at = to;
        while (at > from && header.charAt(at - 1) <= ' ') at--;
        return at;
    }
}
