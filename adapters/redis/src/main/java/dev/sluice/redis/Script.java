package dev.sluice.redis;

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
/// @param <T> what it answers: a `String`, a `Long` or a `List<Object>`
record Script<T>(String name, String text, String sha, ScriptOutputType output) {

    /// A script that answers a text.
    static Script<String> text(String... files) {
        return load(ScriptOutputType.VALUE, files);
    }

    /// A script that answers a number.
    static Script<Long> number(String... files) {
        return load(ScriptOutputType.INTEGER, files);
    }

    /// A script that answers texts, numbers and lists of them.
    static Script<List<Object>> list(String... files) {
        return load(ScriptOutputType.MULTI, files);
    }

    private static <T> Script<T> load(ScriptOutputType output, String... files) {
        var text = new StringBuilder();
        for (var file : files) text.append(read(file + ".lua"));
        return new Script<>(files[files.length - 1], text.toString(), sha(text.toString()), output);
    }

    private static String read(String file) {
        try (var in = Script.class.getResourceAsStream(file)) {
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
