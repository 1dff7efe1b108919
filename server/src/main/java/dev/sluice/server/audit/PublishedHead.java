package dev.sluice.server.audit;

import dev.sluice.sale.Hash;
import dev.sluice.sale.LedgerHead;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/// A head of the ledger as it was told the world: which movement was the last at what time, and a
/// signature. In files it is one line: sequence, hash, time and signature, with spaces.
record PublishedHead(Publication publication, byte[] signature) {

    private static final int SIGNATURE_BYTES = 64;

    /// What is signed.
    record Publication(LedgerHead head, Instant at) {

        String text() {
            return "%d %s %s".formatted(head.sequence(), head.hash(), at);
        }
    }

    String line() {
        return publication.text() + " " + Base64.getEncoder().encodeToString(signature);
    }

    /// Nothing when the line is none, such as one whose writing was interrupted.
    static Optional<PublishedHead> parse(String line) {
        var words = line.strip().split(" ");
        if (words.length != 4) return Optional.empty();
        try {
            var hash = new Hash(HexFormat.of().parseHex(words[1]));
            var head = new LedgerHead(Long.parseLong(words[0]), hash);
            var publication = new Publication(head, Instant.parse(words[2]));
            var signature = Base64.getDecoder().decode(words[3]);
            if (signature.length != SIGNATURE_BYTES) return Optional.empty();
            return Optional.of(new PublishedHead(publication, signature));
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
