package dev.sluice.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Ready-made requests one after the other in a file, all of one length, so that a load generator
/// only cuts the next one off.
///
/// @param requestBytes the length of each request
record RequestFile(Path path, int count, int requestBytes) {

    private static final String BODY = "{\"quantity\":1}";

    /// A claim for each line of `session tab pass`, for the offer in the path.
    static RequestFile ofClaims(Path path, String offerId, Iterable<String> pages)
            throws IOException {
        int count = 0;
        int length = 0;
        try (var out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20)) {
            for (var page : pages) {
                for (var line : (Iterable<String>) page.lines()::iterator) {
                    length = append(out, claim(offerId, line), length);
                    count++;
                }
            }
        }
        return new RequestFile(path, count, length);
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

    /// Only the first requests.
    RequestFile first(int only, Path to) throws IOException {
        try (var in = Files.newInputStream(path)) {
            Files.write(to, in.readNBytes(only * requestBytes));
        }
        return new RequestFile(to, only, requestBytes);
    }

    /// The same requests without the first ones.
    RequestFile without(int first, Path to) throws IOException {
        try (var in = Files.newInputStream(path);
                var out = Files.newOutputStream(to)) {
            in.skipNBytes((long) first * requestBytes);
            in.transferTo(out);
        }
        return new RequestFile(to, count - first, requestBytes);
    }

    private static int append(OutputStream out, byte[] request, int length) throws IOException {
        if (length != 0 && request.length != length) {
            throw new BenchFailure("sessions and passes are expected to be of one length each");
        }
        out.write(request);
        return request.length;
    }
}
