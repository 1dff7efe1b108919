package dev.sluice.admission;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Gates.Ask;
import dev.sluice.port.Gates.Issued;
import dev.sluice.port.Grants;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Of the passes of a [Gate] no more are out than it allows, none of its room is lost, and a buyer
/// has one at a time.
public final class GateStress {

    private static final OfferId OFFER = new OfferId(1);
    private static final BuyerId ANN = new BuyerId(1);
    private static final BuyerId BOB = new BuyerId(2);
    private static final Instant NOW = Instant.EPOCH;
    private static final Instant LATER = NOW.plusSeconds(60);

    private GateStress() {}

    /// Gates that let one pass out. The threads that come first also open the gate of the offer.
    private static final class Narrow {
        private final AtomicInteger minted = new AtomicInteger();
        private final LocalGates gates = new LocalGates(new Ungranted(), NOW);

        /// The claim of the buyer's pass, or 0.
        int admit(BuyerId buyer) {
            return gates.admit(new Ask(OFFER, buyer, 1, LATER), NOW, this::id)
                    .map(Issued::claim)
                    .map(claim -> (int) claim.value())
                    .orElse(0);
        }

        void use(BuyerId buyer, int claim) {
            gates.use(OFFER, buyer, new ClaimId(claim));
        }

        int count() {
            return gates.count(OFFER, NOW);
        }

        private ClaimId id() {
            return new ClaimId(minted.incrementAndGet());
        }
    }

    /// Remembers nothing, since nothing is restarted here.
    private static final class Ungranted implements Grants {
        @Override
        public void insert(Grant grant) {}

        @Override
        public List<Grant> findLive(Instant now) {
            return List.of();
        }

        @Override
        public void purge(Instant now) {}
    }

    /// Two buyers want the one pass. It turns red when `admit` is not synchronized: both get one.
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the first has it")
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "the second has it")
    @State
    public static class Fills {
        private final Narrow gates = new Narrow();

        @Actor
        public void ann(III_Result result) {
            result.r1 = gates.admit(ANN);
        }

        @Actor
        public void bob(III_Result result) {
            result.r2 = gates.admit(BOB);
        }

        @Arbiter
        public void judge(III_Result result) {
            result.r3 = gates.count();
        }
    }

    /// A buyer asks twice at once, and gets the same pass.
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "one pass, told twice")
    @State
    public static class Repeats {
        private final Narrow gates = new Narrow();

        @Actor
        public void once(III_Result result) {
            result.r1 = gates.admit(ANN);
        }

        @Actor
        public void again(III_Result result) {
            result.r2 = gates.admit(ANN);
        }

        @Arbiter
        public void judge(III_Result result) {
            result.r3 = gates.count();
        }
    }

    /// The only pass is used while another buyer asks; at the end that buyer has one in any case.
    @JCStressTest
    @Outcome(id = "2, 2, 1", expect = ACCEPTABLE, desc = "used before: admitted at once")
    @Outcome(id = "0, 2, 1", expect = ACCEPTABLE, desc = "used after: admitted when asking again")
    @State
    public static class Frees {
        private final Narrow gates = new Narrow();
        private final int claim = gates.admit(ANN);

        @Actor
        public void use() {
            gates.use(ANN, claim);
        }

        @Actor
        public void ask(III_Result result) {
            result.r1 = gates.admit(BOB);
        }

        @Arbiter
        public void judge(III_Result result) {
            result.r2 = gates.admit(BOB);
            result.r3 = gates.count();
        }
    }
}
