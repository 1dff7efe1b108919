package dev.sluice.server.http;

import dev.sluice.server.json.JsonOut;
import io.vertx.core.http.HttpHeaders;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;

/// An answer that everybody gets, as ready bytes, with the tag by which clients ask whether they
/// have it already. The tag is a hash of the bytes, so equal answers of all nodes have equal tags.
///
/// @param edition which state of things it shows, see [ReadySales]
/// @param validUntil the millisecond from which time alone has changed it
/// @param size bytes of its body
public record ReadyReply(
        Reply full, Reply notModified, String tag, long edition, long validUntil, int size) {

    private static final int TAG_BYTES = 12;

    /// How long others may keep one. Within that time of a change to come they may not keep it
    /// at all, so that everybody sees a sale open at the very moment.
    private static final long KEPT_MILLIS = 1_000;

    private static final String KEPT = "public, max-age=1, must-revalidate";
    private static final String NOT_KEPT = "public, max-age=0, must-revalidate";

    /// @param now when it is written
    /// @param changesAt when time will change it; `Instant.MAX` for never
    public static ReadyReply of(
            Consumer<JsonOut> fields, long edition, Instant now, Instant changesAt) {
        var bytes = JsonOut.object(fields);
        var tag = tag(bytes);
        long changes = changesAt.equals(Instant.MAX) ? Long.MAX_VALUE : changesAt.toEpochMilli();
        boolean isKept = now.toEpochMilli() < changes - KEPT_MILLIS;
        long until = isKept && changes < Long.MAX_VALUE ? changes - KEPT_MILLIS : changes;
        var control = isKept ? KEPT : NOT_KEPT;
        var full =
                Reply.bytes(200, Reply.JSON, bytes)
                        .with(HttpHeaders.CACHE_CONTROL, control)
                        .with(HttpHeaders.ETAG, tag);
        var notModified =
                Reply.empty(304)
                        .with(HttpHeaders.CACHE_CONTROL, control)
                        .with(HttpHeaders.ETAG, tag);
        return new ReadyReply(full, notModified, tag, edition, until, bytes.length);
    }

    public boolean isValid(long edition, long nowMillis) {
        return this.edition == edition && nowMillis < validUntil;
    }

    /// The answer to a client that may have it already.
    ///
    /// @param ifNoneMatch the header's value, or null
    public Reply reply(String ifNoneMatch) {
        return ifNoneMatch != null && isNamedIn(ifNoneMatch) ? notModified : full;
    }

    /// The header names one tag or several, perhaps marked as weak, or all by an asterisk.
    private boolean isNamedIn(String tags) {
        return tags.contains(tag) || tags.strip().equals("*");
    }

    private static String tag(byte[] bytes) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            var text = Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, TAG_BYTES));
            return '"' + text + '"';
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
