package dev.sluice.redis.hold;

import dev.sluice.id.OfferId;
import dev.sluice.redis.link.RedisLane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The claims or holds that a script call speaks of, in their order. Each offer is named once and
/// then by its number. Neighbours of one offer and with as many units stand in a run: the offer's
/// number, the units and how many they are, and then column by column what is told of each. So a
/// script can pass a column on as it is, and most calls have one run.
final class BatchArgs {

    private final Map<OfferId, Integer> numbers = new LinkedHashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private final int columns;

    private record Run(OfferId offer, int units, List<List<String>> columns) {

        boolean takes(OfferId offer, int units) {
            return this.units == units && this.offer.equals(offer);
        }
    }

    BatchArgs(int columns) {
        this.columns = columns;
    }

    /// @param values one for each column
    void add(OfferId offer, int units, String... values) {
        if (runs.isEmpty() || !runs.getLast().takes(offer, units)) runs.add(begin(offer, units));
        var run = runs.getLast().columns();
        for (int i = 0; i < columns; i++) run.get(i).add(values[i]);
    }

    List<OfferId> offers() {
        return List.copyOf(numbers.keySet());
    }

    /// The keys of all offers, after these ones.
    List<String> keys(RedisLane lane, String... before) {
        var keys = new ArrayList<String>();
        for (var name : before) keys.add(lane.key(name));
        for (var offer : numbers.keySet()) keys.addAll(OfferKeys.of(lane, offer).all());
        return keys;
    }

    void addRunsTo(List<String> args) {
        for (var run : runs) {
            args.add(Integer.toString(numbers.get(run.offer())));
            args.add(Integer.toString(run.units()));
            args.add(Integer.toString(run.columns().getFirst().size()));
            for (var column : run.columns()) args.addAll(column);
        }
    }

    private Run begin(OfferId offer, int units) {
        numbers.putIfAbsent(offer, numbers.size() + 1);
        var empty = new ArrayList<List<String>>(columns);
        for (int i = 0; i < columns; i++) empty.add(new ArrayList<>());
        return new Run(offer, units, empty);
    }
}
