package dev.sluice.settlement;

import dev.sluice.sale.Balances;
import java.util.Set;
import java.util.stream.Collectors;

/// How the hold store has differed from book and queue in one look after the other. The sums of an
/// offer say that something may be wrong, and cost little; which claims are odd says whether it
/// is, and costs more. So claims are read when a sum stands or when the sums have not agreed for
/// long, and less and less often while that finds nothing.
///
/// @param gaps how far the sums are apart now
/// @param looks for each of them, in how many looks in a row it has been there, the same
/// @param age in how many looks in a row there was any
/// @param odd what was odd when the claims were read in the last look; nothing if they were not
/// @param rest how many looks pass before the claims are read again
/// @param restNext how many will pass when that finds nothing once more
record Difference(Gaps gaps, Gaps looks, int age, Set<Oddity> odd, int rest, int restNext) {

    static final Difference NONE =
            new Difference(Gaps.NONE, Gaps.NONE, 0, Set.of(), 0, Difference.REST_FIRST);

    private static final int LOOKS = 3;
    private static final int LONG = 20;
    private static final int REST_FIRST = 2;
    private static final int REST_MAX = 16;

    /// How far the hold store is from the order book, in units: in the stock, in what was sold, in
    /// what is held, and in its own sum. Each is looked at by itself, since under load one of them
    /// may stand while another moves.
    record Gaps(int stock, int sold, int held, int sum) {

        static final Gaps NONE = new Gaps(0, 0, 0, 0);

        static Gaps of(Balances all) {
            var book = all.book();
            return all.store()
                    .map(store ->
                            new Gaps(
                                    store.stock() - book.stock(),
                                    store.sold() - book.unpaid() - book.paid(),
                                    store.held() - all.queued(),
                                    store.stock() - store.free() - store.held() - store.sold()))
                    .orElse(NONE);
        }
    }

    Difference next(Gaps now) {
        var looks =
                new Gaps(
                        looks(gaps.stock, now.stock, this.looks.stock),
                        looks(gaps.sold, now.sold, this.looks.sold),
                        looks(gaps.held, now.held, this.looks.held),
                        looks(gaps.sum, now.sum, this.looks.sum));
        return new Difference(now, looks, age + 1, odd, Math.max(0, rest - 1), restNext);
    }

    /// The book has units that the store was never told of.
    boolean lacksStock() {
        return gaps.stock < 0 && looks.stock >= LOOKS;
    }

    /// The store has more than the book, or does not add up by itself.
    boolean isWrongInItself() {
        return (gaps.stock > 0 && looks.stock >= LOOKS) || looks.sum >= LOOKS;
    }

    boolean wantsClaims() {
        boolean stands = Math.max(looks.sold, looks.held) >= LOOKS - 1;
        return rest == 0 && (stands || age >= LONG);
    }

    /// What is odd in this look as it was in the last.
    Set<Oddity> again(Set<Oddity> now) {
        return now.stream().filter(odd::contains).collect(Collectors.toSet());
    }

    /// The claims were read, and none was odd twice.
    Difference with(Set<Oddity> now) {
        if (!now.isEmpty()) return new Difference(gaps, looks, age, Set.copyOf(now), 0, restNext);
        int longer = Math.min(REST_MAX, 2 * restNext);
        return new Difference(gaps, looks, age, Set.of(), restNext, longer);
    }

    Difference unread() {
        return new Difference(gaps, looks, age, Set.of(), rest, restNext);
    }

    private static int looks(int before, int now, int looks) {
        return now == 0 ? 0 : now == before ? looks + 1 : 1;
    }
}
