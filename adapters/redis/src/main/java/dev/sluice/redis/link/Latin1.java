package dev.sluice.redis.link;

import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Texts as bytes of ISO 8859-1, one for each character, so that any bytes can be carried as a
/// text. Java keeps such texts in the same form, so this is a copy and no more.
///
/// Lettuce's own codec for texts writes each argument to a direct buffer that it allocates for it,
/// which takes longer than all else that is done to an argument; a batch has thousands of them.
final class Latin1 implements RedisCodec<String, String> {

    @Override
    public String decodeKey(ByteBuffer bytes) {
        return decodeValue(bytes);
    }

    @Override
    public String decodeValue(ByteBuffer bytes) {
        var copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return new String(copy, StandardCharsets.ISO_8859_1);
    }

    @Override
    public ByteBuffer encodeKey(String text) {
        return encodeValue(text);
    }

    @Override
    public ByteBuffer encodeValue(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
