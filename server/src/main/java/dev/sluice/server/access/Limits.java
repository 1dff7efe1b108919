package dev.sluice.server.access;

import dev.sluice.id.BuyerId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// How fast each group of routes may be called: by one buyer, from one address, on this node, and
/// for one phone. Counted in this node's own memory; no call here blocks.
///
/// A buyer or address that hammers empties its own bucket only. The node's bucket is asked last, so
/// that what was refused for another reason takes nothing from everybody. A bucket is forgotten
/// once it would be full again, so that nothing remains after the sale.
public final class Limits {

    /// Whose bucket it is.
    enum Scope {
        BUYER,
        ADDRESS,
        NODE,
        PHONE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The defaults, in columns that are two spaces apart. An address may be a whole office or
    /// campus, so the limits per address are wide. To draw a picture costs far more than to make
    /// the challenge it belongs to.
    private static final String TABLE =
            """
            group      buyer          address            node                   phone
            claim      10/s burst 20  2000/s burst 4000  500000/s burst 500000  off
            stranger   off            500/s burst 2000   off                    off
            read       off            200/s burst 1000   500000/s burst 500000  off
            challenge  2/s burst 10   200/s burst 400    50000/s burst 50000    off
            picture    off            200/s burst 400    2000/s burst 2000      off
            pass       5/s burst 10   500/s burst 1000   50000/s burst 50000    off
            outcome    20/s burst 40  2000/s burst 4000  200000/s burst 200000  off
            otp        off            30/min burst 60    100/s burst 200        6/min burst 3
            register   off            60/min burst 60    50/s burst 100         6/min burst 5
            login      off            120/min burst 120  50/s burst 100         10/min burst 20
            account    10/s burst 20  500/s burst 1000   20000/s burst 20000    off
            order      10/s burst 20  500/s burst 1000   20000/s burst 20000    off
            payment    off            500/s burst 1000   20000/s burst 20000    off
            live       1/s burst 10   200/s burst 1000   20000/s burst 20000    off
            admin      off            200/s burst 1000   2000/s burst 4000      off
            page       off            200/s burst 1000   50000/s burst 50000    off
            operate    off            200/s burst 1000   off                    off
            """;

    private final Optional<Buckets>[][] limits;
    private final boolean loopbackIsFree;
    private final LongSupplier nanos;

    /// @param settings what is different from the table, by `group.scope`
    /// @param loopbackIsFree whether the limits per address leave this machine's own calls alone
    public Limits(Map<String, String> settings, boolean loopbackIsFree, LongSupplier nanos) {
        this.loopbackIsFree = loopbackIsFree;
        this.nanos = nanos;
        this.limits = empty();
        var rates = new LinkedHashMap<>(defaults());
        rates.putAll(settings);
        for (var group : RouteGroup.values()) {
            for (var scope : Scope.values()) {
                var rate = Rate.parse(rates.get(key(group, scope)));
                limits[group.ordinal()][scope.ordinal()] = rate.map(Buckets::new);
            }
        }
    }

    /// The table by `group.scope`, in its order.
    public static Map<String, String> defaults() {
        var defaults = new LinkedHashMap<String, String>();
        for (var row : TABLE.lines().skip(1).toList()) {
            var cells = row.split(" {2,}");
            for (var scope : Scope.values()) {
                defaults.put(cells[0] + "." + scope.label(), cells[scope.ordinal() + 1]);
            }
        }
        return defaults;
    }

    /// For each scope: 0 when the call may go on, else the seconds until it may.
    public long buyer(RouteGroup group, BuyerId buyer) {
        var limit = limits[group.ordinal()][Scope.BUYER.ordinal()].orElse(null);
        return limit == null ? 0 : seconds(limit.tryAcquire(buyer, nanos.getAsLong()));
    }

    /// Whether the limits per address leave this client alone.
    public boolean spares(Client client) {
        return loopbackIsFree && client.isLoopback();
    }

    public long address(RouteGroup group, Client client) {
        if (spares(client)) return 0;
        return waitSeconds(group, Scope.ADDRESS, client.limitKey());
    }

    public long node(RouteGroup group) {
        return waitSeconds(group, Scope.NODE, "");
    }

    /// For one phone, or for one phone from one address if the key has both.
    public long phone(RouteGroup group, String key) {
        return waitSeconds(group, Scope.PHONE, key);
    }

    /// The buckets of one limit that nodes count together.
    ///
    /// @param name what the limit is called on every node
    record Counted(String name, Buckets buckets) {}

    /// The limits that are everybody's and not this node's own.
    List<Counted> counted() {
        var counted = new ArrayList<Counted>();
        for (var group : RouteGroup.values()) {
            for (var scope : Scope.values()) {
                if (scope == Scope.NODE) continue;
                limits[group.ordinal()][scope.ordinal()].ifPresent(
                        b -> counted.add(new Counted(key(group, scope), b)));
            }
        }
        return counted;
    }

    /// Buckets that are kept at present, for the metrics.
    public long held() {
        long held = 0;
        for (var row : limits) {
            for (var limit : row) held += limit.map(Buckets::size).orElse(0L);
        }
        return held;
    }

    /// Forgets what needs not be kept. A duty loop calls this every few seconds.
    public void sweep() {
        long now = nanos.getAsLong();
        for (var row : limits) for (var limit : row) limit.ifPresent(l -> l.sweep(now));
    }

    private long waitSeconds(RouteGroup group, Scope scope, Object holder) {
        var limit = limits[group.ordinal()][scope.ordinal()].orElse(null);
        return limit == null ? 0 : seconds(limit.tryAcquire(holder, nanos.getAsLong()));
    }

    private static long seconds(long nanos) {
        return nanos == 0 ? 0 : Math.ceilDiv(nanos, 1_000_000_000L);
    }

    static String key(RouteGroup group, Scope scope) {
        return group.label() + "." + scope.label();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of generic types.
    private static Optional<Buckets>[][] empty() {
        return new Optional[RouteGroup.values().length][Scope.values().length];
    }
}
