package dev.sluice.redis.link;

import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// A Lua script that stands beside the classes as `name.lua`. What several scripts share stands in
/// a file of its own, which is put in front.
///
/// The first line of a script may say what it is allowed to do. With `allow-oom` it may write when
/// the server's memory is full. All that settle or rebuild may: they are what makes room again, and
/// what they write in doing so is bounded by what is there already. Those that take up something
/// new may not, so that a full server refuses claims instead of losing some.
///
/// @param <T> what it answers: a `String`, a `Long` or a `List<Object>`
public record Script<T>(String name, String text, String sha, ScriptOutputType output) {

    private static final String FOLDER = "/dev/sluice/redis/";

    /// A script that answers a text.
    public static Script<String> text(String... files) {
        return load(ScriptOutputType.VALUE, files);
    }

    /// A script that answers a number.
    public static Script<Long> number(String... files) {
        return load(ScriptOutputType.INTEGER, files);
    }

    /// A script that answers texts, numbers and lists of them.
    public static Script<List<Object>> list(String... files) {
        return load(ScriptOutputType.MULTI, files);
    }

    private static <T> Script<T> load(ScriptOutputType output, String... files) {
        var text = new StringBuilder();
        for (var file : files) add(text, read(file + ".lua"));
        return new Script<>(files[files.length - 1], text.toString(), sha(text.toString()), output);
    }

    /// What the script is allowed to do stands before everything else.
    private static void add(StringBuilder text, String part) {
        int flags = part.startsWith("#!") ? part.indexOf('\n') + 1 : 0;
        text.insert(0, part.substring(0, flags)).append(part, flags, part.length());
    }

    private static String read(String file) {
        try (var in = Script.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) throw new IllegalStateException("no resource " + file);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
