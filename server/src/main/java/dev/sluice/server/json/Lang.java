package dev.sluice.server.json;

/// The languages that people are answered in.
public enum Lang {
    EN("en"),
    ZH("zh-CN");

    private static final int WHOLE = 1_000;

    private final String tag;

    Lang(String tag) {
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }

    /// The best language for the value of an `Accept-Language` header, which may be missing or be
    /// nonsense. Chinese of any kind is answered in Simplified Chinese, everything else in English.
    /// Of two with the same quality the first is meant.
    public static Lang of(String accepted) {
        if (accepted == null) return EN;
        var best = EN;
        int bestQuality = 0;
        int start = 0;
        while (start < accepted.length()) {
            int comma = accepted.indexOf(',', start);
            int end = comma < 0 ? accepted.length() : comma;
            var range = accepted.substring(start, end).strip();
            var lang = named(range);
            int quality = lang == null ? 0 : quality(range);
            if (quality > bestQuality) {
                best = lang;
                bestQuality = quality;
            }
            start = end + 1;
        }
        return best;
    }

    /// The language of a range such as `zh-Hant;q=0.8`, or null when it is none of ours.
    private static Lang named(String range) {
        int end = 0;
        while (end < range.length() && "-; ".indexOf(range.charAt(end)) < 0) end++;
        if (end == 2 && range.regionMatches(true, 0, "zh", 0, 2)) return ZH;
        if (end == 2 && range.regionMatches(true, 0, "en", 0, 2)) return EN;
        return range.startsWith("*") ? EN : null;
    }

    /// In thousandths, 0 when it is nonsense. Of a number only the characters are looked at: a
    /// client may write nonsense thousands of times over, and an exception for each would cost a
    /// hundred times what the answer does.
    private static int quality(String range) {
        int q = range.indexOf("q=");
        if (q < 0) return WHOLE;
        var weight = range.substring(q + 2).strip();
        if (weight.isEmpty() || !areDigits(weight)) return 0;
        if (weight.length() > 1 && weight.charAt(1) != '.') return 0;
        int quality = 0;
        for (int i = 0, worth = WHOLE; i < weight.length() && worth > 0; i++) {
            if (i == 1) continue;
            quality += worth * (weight.charAt(i) - '0');
            worth /= 10;
        }
        return quality <= WHOLE ? quality : 0;
    }

    /// Whether it is made of digits, but for the second character.
    private static boolean areDigits(String weight) {
        for (int i = 0; i < weight.length(); i++) {
            if (i != 1 && (weight.charAt(i) < '0' || weight.charAt(i) > '9')) return false;
        }
        return true;
    }
}
