package dev.sluice.server.engine;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.SharedCache;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Hash;
import dev.sluice.server.cache.TwoLevelCache;
import dev.sluice.server.config.World;
import dev.sluice.server.metrics.Metrics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Accounts of many nodes with a cache in front of the sessions, which every node asks for that a
/// buyer comes to. What says who somebody is, phone and password, stays in the database. Any thread
/// may call.
///
/// A session that ends leaves the database first, then the shared cache, and then every node hears
/// of it. A session is never put where its end was: see [TwoLevelCache].
public final class CachedAccounts implements Accounts {

    private static final Duration SESSION_LOCAL = Duration.ofSeconds(30);
    private static final Duration SESSION_SHARED = Duration.ofMinutes(10);
    private static final int LOCAL_MAX = 10_000;

    private final Accounts accounts;
    private final TwoLevelCache<Session> sessions;

    public CachedAccounts(Accounts accounts, SharedCache cache, World world) {
        this.accounts = accounts;
        var session =
                new TwoLevelCache.Spec<>(
                        "session", 1, LOCAL_MAX, SESSION_LOCAL, SESSION_SHARED, new SessionBytes());
        this.sessions = new TwoLevelCache<>(session, cache, world.random(), world.nanos());
    }

    public void register(Metrics metrics) {
        sessions.register(metrics);
    }

    public void hear(Signal signal) {
        if (signal instanceof Signal.SessionEnded(Hash token)) sessions.dropLocal(token.toString());
        else if (signal instanceof Signal.Missed) sessions.dropAllLocal();
    }

    @Override
    public boolean insertBuyer(NewBuyer buyer) {
        return accounts.insertBuyer(buyer);
    }

    @Override
    public void insertCrowd(List<NewBuyer> buyers, List<Session> sessions) {
        accounts.insertCrowd(buyers, sessions);
    }

    @Override
    public Optional<Buyer> findBuyer(BuyerId buyer) {
        return accounts.findBuyer(buyer);
    }

    @Override
    public Optional<Login> findLogin(String phone) {
        return accounts.findLogin(phone);
    }

    @Override
    public void insertSession(Session session) {
        accounts.insertSession(session);
        sessions.put(session.token().toString(), session);
    }

    @Override
    public Optional<Session> findSession(Hash token, Instant now) {
        return sessions.find(token.toString(), () -> accounts.findSession(token, now))
                .filter(session -> now.isBefore(session.expiresAt()));
    }

    @Override
    public void deleteSession(Hash token) {
        accounts.deleteSession(token);
        sessions.drop(token.toString());
    }

    @Override
    public void purge(Instant now) {
        accounts.purge(now);
    }

    @Override
    public void putCode(String phone, String code, Instant expiresAt) {
        accounts.putCode(phone, code, expiresAt);
    }

    @Override
    public CodeCheck tryCode(String phone, String code, Instant now) {
        return accounts.tryCode(phone, code, now);
    }

    private static final class SessionBytes implements TwoLevelCache.Codec<Session> {

        @Override
        public byte[] encode(Session session) {
            return ByteBuffer.allocate(32 + 2 * Long.BYTES)
                    .put(session.token().bytes())
                    .putLong(session.buyer().value())
                    .putLong(session.expiresAt().toEpochMilli())
                    .array();
        }

        @Override
        public Session decode(byte[] bytes) {
            var in = ByteBuffer.wrap(bytes);
            var token = new byte[32];
            in.get(token);
            return new Session(
                    new Hash(token), new BuyerId(in.getLong()), Instant.ofEpochMilli(in.getLong()));
        }
    }
}
