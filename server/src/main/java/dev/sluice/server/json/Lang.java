package dev.sluice.server.json;

/// The languages that people are answered in.
public enum Lang {
    EN("en"),
    ZH("zh-CN");

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
        double bestQuality = 0;
        int start = 0;
        while (start < accepted.length()) {
            int comma = accepted.indexOf(',', start);
            int end = comma < 0 ? accepted.length() : comma;
            var range = accepted.substring(start, end).strip();
            var lang = named(range);
            double quality = lang == null ? 0 : quality(range);
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

    private static double quality(String range) {
        int q = range.indexOf("q=");
        if (q < 0) return 1;
        try {
            double quality = Double.parseDouble(range.substring(q + 2).strip());
            return quality >= 0 && quality <= 1 ? quality : 0;
        } catch (NumberFormatException nonsense) {
            return 0;
        }
    }
}
