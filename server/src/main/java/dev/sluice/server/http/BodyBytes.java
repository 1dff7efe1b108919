package dev.sluice.server.http;

import io.vertx.core.buffer.Buffer;

/// The bytes of a body, which mostly come in one piece and are then not copied at all. Of many
/// pieces, however small, each byte is copied a few times at most: the room for them doubles.
final class BodyBytes {

    private static final int ROOM_MIN = 512;

    private Buffer bytes = Buffer.buffer(0);
    private boolean isOwn;

    void add(Buffer piece) {
        if (bytes.length() == 0) {
            bytes = piece;
            return;
        }
        if (!isOwn) {
            int room = Math.max(ROOM_MIN, 2 * (bytes.length() + piece.length()));
            bytes = Buffer.buffer(room).appendBuffer(bytes);
            isOwn = true;
        }
        bytes.appendBuffer(piece);
    }

    Buffer all() {
        return bytes;
    }
}
