package dev.sluice.server.nginx;

import dev.sluice.server.config.StartFailure;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// The edges in front of the nodes. Settings live under `sluice.edge`.
///
/// @param urls where each edge takes sold-out marks; none when there is no edge
/// @param key what the edges know a node by
public record EdgeConfig(List<URI> urls, String key) {

    private static final int KEY_MIN = 16;
    private static final int URLS_MAX = 64;
    private static final String PATH = "/edge/marks";

    public static EdgeConfig of(String urls, String key) {
        if (!urls.isEmpty() && key.isEmpty()) {
            throw new StartFailure(
                    "The setting sluice.edge.urls needs sluice.edge.key beside it, as nginx has it"
                            + " in EDGE_KEY.");
        }
        return new EdgeConfig(urls(urls), key(key));
    }

    public EdgeConfig {
        urls = List.copyOf(urls);
    }

    /// Reads addresses with commas between them; an empty text is none. What follows the port is
    /// the same on every edge and need not be written.
    public static List<URI> urls(String text) {
        var urls = new ArrayList<URI>();
        for (var part : text.split(",")) {
            if (!part.isBlank()) urls.add(url(part.strip()));
        }
        if (urls.size() > URLS_MAX) throw new IllegalArgumentException("write at most " + URLS_MAX);
        return urls;
    }

    public static String key(String text) {
        boolean isPlain = text.chars().allMatch(c -> c > ' ' && c <= '~');
        if (!text.isEmpty() && (text.length() < KEY_MIN || !isPlain)) {
            throw new IllegalArgumentException(
                    "write at least %d letters, digits or signs".formatted(KEY_MIN));
        }
        return text;
    }

    private static URI url(String text) {
        var url = URI.create(text);
        var scheme = url.getScheme();
        if (url.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException("write addresses with http or https");
        }
        var path = url.getPath();
        if (!path.isEmpty() && !path.equals("/") && !path.equals(PATH)) {
            throw new IllegalArgumentException("write addresses up to the port");
        }
        return url.resolve(PATH);
    }

    @Override
    public String toString() {
        return "EdgeConfig" + urls;
    }
}
