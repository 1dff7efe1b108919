package dev.sluice.simulation;

import dev.sluice.admission.Admission.Pass;
import dev.sluice.admission.Passes;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Reservation.Unanswered;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Buyers at the door of the node: they ask for passes, claim, claim again, and ask what became
/// of it, and each is answered in the order of answers that the HTTP contract fixes.
final class Crowd {

    private static final int BUYERS = 30;

    /// A pass as its buyer keeps it, with what the buyer claims by it.
    private record Ticket(Claim claim, Instant expiresAt) {}

    private final World world;
    private final Told told;
    private final Map<Claim, Ticket> tickets = new LinkedHashMap<>();
    private long latecomers = BUYERS;

    Crowd(World world, Told told) {
        this.world = world;
        this.told = told;
    }

    /// A few buyers claim at once, with a new pass or with one they have used before.
    void claimSome() {
        int count = 1 + world.random.nextInt(4);
        var batch = new ArrayList<Ticket>();
        for (int i = 0; i < count; i++) pick().ifPresent(batch::add);
        claim(batch);
    }

    /// Somebody who was not here before wants one unit.
    void claimFresh(OfferId offer) {
        ticket(new BuyerId(++latecomers), offer, 1).ifPresent(ticket -> claim(List.of(ticket)));
    }

    void askForOne() {
        if (!tickets.isEmpty()) ask(any());
    }

    void askForAll() {
        for (var ticket : List.copyOf(tickets.values())) ask(ticket);
    }

    private void ask(Ticket ticket) {
        world.node()
                .find(ticket.claim().id())
                .ifPresent(state -> told.state(ticket.claim(), state));
    }

    private Optional<Ticket> pick() {
        if (!tickets.isEmpty() && world.random.nextInt(3) == 0) return Optional.of(any());
        var buyer = new BuyerId(1 + world.random.nextInt(BUYERS));
        var offer = World.OFFERS.get(world.random.nextInt(World.OFFERS.size()));
        return ticket(buyer, offer, 1 + world.random.nextInt(2));
    }

    private Ticket any() {
        return List.copyOf(tickets.values()).get(world.random.nextInt(tickets.size()));
    }

    private Optional<Ticket> ticket(BuyerId buyer, OfferId offer, int quantity) {
        var now = world.clock.instant();
        var live = world.node().sales.findOffer(offer).orElseThrow();
        if (live.factAt(now).isPresent()) return Optional.empty();
        return world.node()
                .admission
                .admit(live, buyer, now)
                .map(pass ->
                        keep(
                                pass,
                                new Claim(
                                        Passes.parse(pass.text()).orElseThrow().claim(),
                                        offer,
                                        buyer,
                                        quantity,
                                        now)));
    }

    private Ticket keep(Pass pass, Claim claim) {
        for (var ticket : tickets.values()) {
            if (ticket.claim().id().equals(claim.id())) return ticket;
        }
        var ticket = new Ticket(claim, pass.expiresAt());
        tickets.put(claim, ticket);
        return ticket;
    }

    private void claim(List<Ticket> batch) {
        var claims = new ArrayList<Claim>();
        for (var ticket : batch) if (!isAnswered(ticket)) claims.add(ticket.claim());
        if (claims.isEmpty()) return;
        var answers = world.node().reserve.apply(claims);
        for (int i = 0; i < claims.size(); i++) hear(claims.get(i), answers.get(i));
    }

    /// A claim that is known is answered as it stands; then come the public facts, then the pass.
    private boolean isAnswered(Ticket ticket) {
        var claim = ticket.claim();
        var known = world.node().find(claim.id());
        known.ifPresent(state -> told.state(claim, state));
        if (known.isPresent()) return true;
        var now = world.clock.instant();
        var fact = world.node().sales.findOffer(claim.offer()).orElseThrow().factAt(now);
        fact.ifPresent(why -> told.refused(claim, why));
        return fact.isPresent() || !now.isBefore(ticket.expiresAt());
    }

    private void hear(Claim claim, Reservation answer) {
        switch (answer) {
            case Held _ -> {
                world.node().gates.use(claim.offer(), claim.buyer(), claim.id());
                told.queued(claim);
            }
            case Unanswered _ -> world.note("unknown " + claim.id());
            case Refused refused -> told.refused(claim, refused);
        }
    }
}
