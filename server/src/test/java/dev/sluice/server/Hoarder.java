package dev.sluice.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A process that has a lot for a moment: it takes memory, says so, and lets go of it when it reads
/// a byte; it ends when there is nothing more to read.
final class Hoarder {

    private static final int PIECES = 6_000;
    private static final int PIECE_BYTES = 100 * 1024;

    private Hoarder() {}

    public static void main(String[] arguments) throws IOException {
        var hoard = hoard();
        System.out.println("full of " + hoard.size());
        System.in.read();
        hoard.clear();
        System.in.read();
    }

    private static List<byte[]> hoard() {
        var hoard = new ArrayList<byte[]>();
        for (int i = 0; i < PIECES; i++) {
            var piece = new byte[PIECE_BYTES];
            Arrays.fill(piece, (byte) 1);
            hoard.add(piece);
        }
        return hoard;
    }
}
