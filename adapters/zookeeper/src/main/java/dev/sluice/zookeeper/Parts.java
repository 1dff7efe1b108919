package dev.sluice.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Texts cut into parts that ZooKeeper takes, and put together again. Each part says who sent it,
/// which it is and of how many.
///
/// One thread puts texts together.
final class Parts {

    /// ZooKeeper takes 1 MB; a character is one byte as a rule and three at most.
    static final int CHARACTERS_MAX = 300_000;

    private static final int BEGUN_MAX = 16;

    private static final class Begun {
        final StringBuilder text = new StringBuilder();
        int parts;
    }

    /// By sender, those begun last at the end.
    private final SequencedMap<String, Begun> begun = new LinkedHashMap<>();

    static List<byte[]> cut(String sender, String text) {
        int count = Math.max(1, Math.ceilDiv(text.length(), CHARACTERS_MAX));
        var parts = new ArrayList<byte[]>(count);
        for (int i = 0; i < count; i++) {
            int from = i * CHARACTERS_MAX;
            var part = text.substring(from, Math.min(text.length(), from + CHARACTERS_MAX));
            var line = sender + " " + (i + 1) + " " + count + " " + part;
            parts.add(line.getBytes(StandardCharsets.UTF_8));
        }
        return parts;
    }

    static String senderOf(byte[] part) {
        return new String(part, StandardCharsets.UTF_8).split(" ", 2)[0];
    }

    /// The text, if this was its last part. A text that misses a part never comes.
    ///
    /// @throws IllegalArgumentException when this is no part of a text
    Optional<String> add(byte[] bytes) {
        var words = new String(bytes, StandardCharsets.UTF_8).split(" ", 4);
        if (words.length < 4) throw new IllegalArgumentException("no part: " + words[0]);
        var sender = words[0];
        int part = Integer.parseInt(words[1]);
        int count = Integer.parseInt(words[2]);
        if (part == 1) begin(sender);
        var known = begun.get(sender);
        if (known == null || known.parts != part - 1) {
            begun.remove(sender);
            return Optional.empty();
        }
        known.parts = part;
        known.text.append(words[3]);
        if (part < count) return Optional.empty();
        begun.remove(sender);
        return Optional.of(known.text.toString());
    }

    private void begin(String sender) {
        begun.remove(sender);
        if (begun.size() == BEGUN_MAX) begun.pollFirstEntry();
        begun.put(sender, new Begun());
    }
}
