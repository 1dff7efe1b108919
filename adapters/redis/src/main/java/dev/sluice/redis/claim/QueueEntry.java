package dev.sluice.redis.claim;

import dev.sluice.sale.Claim;
import java.util.ArrayList;
import java.util.List;

/// An entry of the queue: the claims that one call has held, in places one behind the other. How
/// it is laid out in Redis stands in `entries.lua`.
///
/// @param first the place of the first claim
/// @param marks a letter per claim: `.` open, `d` done, `r` retried, `p` parked; nothing when all
///     are open
/// @param lines the claims, each as [ClaimText] has it
public record QueueEntry(long first, String marks, String lines) {

    public record Queued(Claim claim, long n) {}

    /// @param id the place of the last claim, and how many there are
    static QueueEntry of(String id, String marks, String lines) {
        int dash = id.indexOf('-');
        long last = Long.parseLong(id, 0, dash, 10);
        long count = Long.parseLong(id, dash + 1, id.length(), 10);
        return new QueueEntry(last - count + 1, marks, lines);
    }

    /// The claims that who has the entry is to settle.
    public List<Queued> open() {
        return claims(".");
    }

    /// The claims that are held and not acknowledged, taken or not.
    List<Queued> unsettled() {
        return claims(".rp");
    }

    private List<Queued> claims(String letters) {
        var claims = new ArrayList<Queued>();
        int from = 0;
        for (int i = 0; from < lines.length(); i++) {
            int end = lines.indexOf('\n', from);
            if (end < 0) end = lines.length();
            if (marks.isEmpty() || letters.indexOf(marks.charAt(i)) >= 0) {
                claims.add(new Queued(ClaimText.claim(lines.substring(from, end)), first + i));
            }
            from = end + 1;
        }
        return claims;
    }
}
