package dev.sluice.redis.claim;

import dev.sluice.port.ClaimText;
import dev.sluice.sale.Claim;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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

    private static final Logger LOG = System.getLogger(QueueEntry.class.getName());

    public record Queued(Claim claim, long n) {}

    /// @param id the place of the last claim, and how many there are
    static QueueEntry of(String id, String marks, String lines) {
        int dash = id.indexOf('-');
        long last = Long.parseLong(id, 0, dash, 10);
        long count = Long.parseLong(id, dash + 1, id.length(), 10);
        return new QueueEntry(last - count + 1, marks, lines);
    }

    /// The claims that who has the entry is to settle. One that this node cannot read is passed
    /// over: it stays taken, so it comes again later, perhaps to a node that can.
    public List<Queued> open() {
        return claims(".", true);
    }

    /// The claims that are held and not acknowledged, taken or not.
    ///
    /// @throws IllegalArgumentException when one cannot be read, since nobody may take it for gone
    List<Queued> unsettled() {
        return claims(".rp", false);
    }

    private List<Queued> claims(String letters, boolean passOver) {
        var claims = new ArrayList<Queued>();
        int from = 0;
        for (int i = 0; from < lines.length(); i++) {
            int end = lines.indexOf('\n', from);
            if (end < 0) end = lines.length();
            if (marks.isEmpty() || letters.indexOf(marks.charAt(i)) >= 0) {
                try {
                    claims.add(new Queued(ClaimText.claim(lines, from, end), first + i));
                } catch (IllegalArgumentException unread) {
                    if (!passOver) throw unread;
                    LOG.log(Level.ERROR, "the claim " + (first + i) + " stays queued", unread);
                }
            }
            from = end + 1;
        }
        return claims;
    }
}
