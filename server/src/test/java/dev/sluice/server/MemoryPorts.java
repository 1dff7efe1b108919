package dev.sluice.server;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts;
import dev.sluice.port.Broadcast;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Hash;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// What the front needs of the world, in plain maps, for tests of the front alone.
public final class MemoryPorts {

    public final MemoryAccounts accounts = new MemoryAccounts();
    public final MemoryBroadcast broadcast = new MemoryBroadcast();

    public static final class MemoryAccounts implements Accounts {

        final Map<Hash, Session> sessions = new ConcurrentHashMap<>();
        final Map<BuyerId, Buyer> buyers = new ConcurrentHashMap<>();
        public volatile int lookUps;
        public volatile Runnable afterLookUp = () -> {};

        @Override
        public boolean insertBuyer(NewBuyer buyer) {
            return buyers.putIfAbsent(buyer.buyer().id(), buyer.buyer()) == null;
        }

        @Override
        public void insertCrowd(List<NewBuyer> crowd, List<Session> theirs) {
            crowd.forEach(this::insertBuyer);
            theirs.forEach(this::insertSession);
        }

        @Override
        public Optional<Buyer> findBuyer(BuyerId buyer) {
            return Optional.ofNullable(buyers.get(buyer));
        }

        @Override
        public Optional<Login> findLogin(String phone) {
            return Optional.empty();
        }

        @Override
        public void insertSession(Session session) {
            sessions.put(session.token(), session);
        }

        @Override
        public synchronized Optional<Session> findSession(Hash token, Instant now) {
            lookUps++;
            var found = Optional.ofNullable(sessions.get(token));
            afterLookUp.run();
            return found.filter(session -> now.isBefore(session.expiresAt()));
        }

        @Override
        public void deleteSession(Hash token) {
            sessions.remove(token);
        }

        @Override
        public void purge(Instant now) {}

        @Override
        public void putCode(String phone, String code, Instant expiresAt) {}

        @Override
        public CodeCheck tryCode(String phone, String code, Instant now) {
            return CodeCheck.WRONG;
        }
    }

    public static final class MemoryBroadcast implements Broadcast {

        private final List<Consumer<Signal>> subscribers = new CopyOnWriteArrayList<>();

        @Override
        public void send(Signal signal) {
            subscribers.forEach(subscriber -> subscriber.accept(signal));
        }

        @Override
        public void subscribe(Consumer<Signal> subscriber) {
            subscribers.add(subscriber);
        }
    }
}
