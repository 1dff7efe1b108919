package dev.sluice.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Ready-made requests one after the other in a file, all of one length, so that a load generator
/// only cuts the next one off.
///
/// @param from how many requests stand in the file before these
/// @param requestBytes the length of each request
record RequestFile(Path path, int from, int count, int requestBytes) {

    private static final String BODY = "{\"quantity\":1}";

    /// A claim for each line of `session tab pass`, for the offer in the path.
    static RequestFile ofClaims(Path path, String offerId, Iterable<String> pages)
            throws IOException {
        return new RequestFile(path, 0, 0, 0).plus(offerId, pages);
    }

    /// Appends more claims. These requests have to reach to the end of the file.
    RequestFile plus(String offerId, Iterable<String> pages) throws IOException {
        int all = count;
        int length = requestBytes;
        var file =
                Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (var out = new BufferedOutputStream(file, 1 << 20)) {
            for (var page : pages) {
                for (var line : (Iterable<String>) page.lines()::iterator) {
                    length = append(out, claim(offerId, line), length);
                    all++;
                }
            }
        }
        return new RequestFile(path, from, all, length);
    }

    static byte[] claim(String offerId, String sessionTabPass) {
        int tab = sessionTabPass.indexOf('\t');
        if (tab < 1) throw new BenchFailure("not a session, a tab and a pass: " + sessionTabPass);
        var request =
                "POST /api/v1/offers/"
                        + offerId
                        + "/claims/"
                        + sessionTabPass.substring(tab + 1)
                        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + sessionTabPass.substring(0, tab)
                        + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + BODY.length()
                        + "\r\n\r\n"
                        + BODY;
        return request.getBytes(StandardCharsets.ISO_8859_1);
    }

    RequestFile first(int only) {
        return new RequestFile(path, from, Math.min(only, count), requestBytes);
    }

    RequestFile without(long first) {
        int gone = (int) Math.min(first, count);
        return new RequestFile(path, from + gone, count - gone, requestBytes);
    }

    private static int append(OutputStream out, byte[] request, int length) throws IOException {
        if (length != 0 && request.length != length) {
            throw new BenchFailure("sessions and passes are expected to be of one length each");
        }
        out.write(request);
        return request.length;
    }
}
