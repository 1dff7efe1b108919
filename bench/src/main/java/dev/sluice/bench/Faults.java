package dev.sluice.bench;

import dev.sluice.bench.Operator.Audit;
import java.util.ArrayList;
import java.util.List;

/// Collects what makes a figure invalid. A benchmark of wrong answers is worth nothing.
final class Faults {
    private final List<String> found = new ArrayList<>();

    List<String> found() {
        return List.copyOf(found);
    }

    Faults check(boolean holds, String otherwise) {
        if (!holds) found.add(otherwise);
        return this;
    }

    /// Every answer arrived, and was a success.
    Faults successes(WrkResult result) {
        long errors = result.errorStatuses();
        return arrivals(result).check(errors == 0, errors + " answers had a status from 400 on");
    }

    /// Every answer arrived, and was a refusal.
    Faults refusals(WrkResult result) {
        long others = result.answered() - result.errorStatuses();
        return arrivals(result).check(others == 0, others + " answers were no refusals");
    }

    /// Each acknowledged claim has become an order, no other has, and every unit is accounted for.
    Faults orders(Audit audit, long acknowledged, long sent) {
        long ordered = audit.ordered();
        check(
                acknowledged <= ordered && ordered <= sent,
                ordered
                        + " units ordered, "
                        + acknowledged
                        + " acknowledged, "
                        + sent
                        + " claimed");
        check(audit.held() == 0, audit.held() + " units still held");
        check(audit.stock() == audit.free() + audit.held() + ordered, "units are lost: " + audit);
        return check(audit.balanced(), "the audit does not balance: " + audit);
    }

    private Faults arrivals(WrkResult result) {
        check(result.answered() > 0, "no answer at all");
        check(!result.exhausted(), "the requests ran out");
        return check(
                result.socketErrors() == 0, result.socketErrors() + " socket errors or timeouts");
    }
}
