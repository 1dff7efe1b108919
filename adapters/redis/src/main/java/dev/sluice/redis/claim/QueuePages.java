package dev.sluice.redis.claim;

import dev.sluice.id.OfferId;
import dev.sluice.redis.claim.QueueEntry.Queued;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.Script;
import java.util.List;
import java.util.function.Consumer;

/// Reads the queue of a shard from its beginning to its end, page by page. A claim that is queued
/// before the first page is read and after the last is met.
public final class QueuePages {

    private static final Script<List<Object>> PAGE = Script.list("entries", "page");
    private static final int PAGE_MAX = 50;

    private QueuePages() {}

    /// The claims of the offer that are not settled.
    public static void forEach(RedisLane lane, OfferId offer, Consumer<Queued> each) {
        var keys = List.of(lane.key("queue"), lane.key("marks"));
        var from = "-";
        while (true) {
            var page = lane.run(PAGE, keys, List.of(from, Integer.toString(PAGE_MAX)));
            if (page.isEmpty()) return;
            for (int i = 0; i < page.size(); i += 3) {
                var id = (String) page.get(i);
                var marks = (String) page.get(i + 1);
                var entry = QueueEntry.of(id, marks, (String) page.get(i + 2));
                for (var one : entry.unsettled()) {
                    if (one.claim().offer().equals(offer)) each.accept(one);
                }
                from = "(" + id;
            }
        }
    }
}
