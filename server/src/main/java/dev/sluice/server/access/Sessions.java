package dev.sluice.server.access;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts;
import dev.sluice.port.Accounts.Session;
import dev.sluice.port.Broadcast;
import dev.sluice.sale.Hash;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Who is logged in. Any thread may call; only what says so blocks.
///
/// A token is 16 random bytes and 8 bytes of their HMAC, so garbage is told by this node's CPU
/// alone and never reaches the store. The store knows a token by its SHA-256 only. In front of it
/// stands a cache by token; an index by hash lets a broadcast find what it has to evict.
///
/// A session that ends while it is being loaded must not stay in the cache: the end may have been
/// broadcast before the entry was there. So a load notes how many ends there have been, and takes
/// its entry out again when that number has changed by the time the entry is in. When signals were
/// missed, nothing that is cached here can be trusted any more: each entry counts as unknown until
/// it is loaded again, which happens once for each who comes, and nothing is cleared. So a session
/// that ends while the broadcast is away is dead here after the next look, which
/// `NumberedBroadcast` asks for within eight seconds.
///
/// A token that the store did not know is remembered for a moment, so that whoever repeats it does
/// not reach the store each time. Only tokens that we have signed get that far, and nobody has one
/// before its session is in the store; should the store be late all the same, a moment heals it.
public final class Sessions {

    /// How long a session lasts.
    public static final Duration LENGTH = Duration.ofDays(7);

    private static final int RANDOM_BYTES = 16;
    private static final int SIGNED_BYTES = 8;
    private static final int TOKEN_LENGTH = 32;
    private static final int CACHED_MAX = 1_000_000;
    private static final int ROOM_STEP = 1_000;
    private static final Duration CACHED_FOR = Duration.ofMinutes(30);
    private static final int DEAD_MAX = 100_000;

    /// How long a token is remembered that the store did not know.
    static final Duration DEAD_FOR = Duration.ofSeconds(2);

    /// @param since when it was loaded
    /// @param untilMillis when the session expires
    /// @param losses how often signals had been missed when it was loaded
    private record Known(Session session, Instant since, long untilMillis, long losses) {}

    /// A new session, with the token that only its client has.
    public record Opened(String token, Session session) {}

    private final Accounts accounts;
    private final Broadcast broadcast;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final SecretKeySpec key;
    private final ConcurrentMap<String, Known> cache = new ConcurrentHashMap<>();
    private final ConcurrentMap<Hash, String> tokens = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Long> dead = new ConcurrentHashMap<>();
    private final AtomicLong ends = new AtomicLong();
    private final AtomicLong losses = new AtomicLong();

    /// @param secret what tokens are signed with; the same on every node and after a restart
    public Sessions(
            Accounts accounts,
            Broadcast broadcast,
            byte[] secret,
            InstantSource clock,
            RandomGenerator random) {
        this.accounts = accounts;
        this.broadcast = broadcast;
        this.clock = clock;
        this.random = random;
        this.key = new SecretKeySpec(secret, "HmacSHA256");
        broadcast.subscribe(this::hear);
    }

    /// The session of this token if this node has it cached, else null: then [#load] finds out.
    /// Never blocks.
    public Session find(String token) {
        if (token.length() != TOKEN_LENGTH) return null;
        var known = cache.get(token);
        if (known == null || clock.millis() >= known.untilMillis) return null;
        return known.losses == losses.get() ? known.session : null;
    }

    /// Whether the token was made by a Sluice with our secret. Nothing else can be a session. Never
    /// blocks.
    public boolean isGenuine(String token) {
        if (token.length() != TOKEN_LENGTH) return false;
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException garbage) {
            return false;
        }
        if (bytes.length != RANDOM_BYTES + SIGNED_BYTES) return false;
        var signature = Arrays.copyOfRange(bytes, RANDOM_BYTES, bytes.length);
        return MessageDigest.isEqual(signature, sign(bytes));
    }

    /// Whether it is worth asking the store for this token. Never blocks.
    public boolean mayBe(String token) {
        if (!isGenuine(token)) return false;
        var until = dead.get(token);
        return until == null || clock.millis() >= until;
    }

    /// The session of this token, from the store if need be. Blocks.
    public Optional<Session> load(String token) {
        var known = find(token);
        if (known != null) return Optional.of(known);
        if (!mayBe(token)) return Optional.empty();
        var before = changes();
        var session = accounts.findSession(hash(token), clock.instant());
        if (session.isPresent()) remember(token, session.get(), before);
        else bury(token);
        return session;
    }

    /// Opens a session for a buyer who has proven who they are. Blocks.
    public Opened open(BuyerId buyer) {
        var opened = make(buyer);
        accounts.insertSession(opened.session);
        return opened;
    }

    /// A new session that no store knows yet, for callers that insert many at once.
    public Opened make(BuyerId buyer) {
        var bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        var signed = Arrays.copyOf(bytes, RANDOM_BYTES + SIGNED_BYTES);
        System.arraycopy(sign(bytes), 0, signed, RANDOM_BYTES, SIGNED_BYTES);
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
        return new Opened(token, new Session(hash(token), buyer, clock.instant().plus(LENGTH)));
    }

    /// Caches sessions on this node that have just been inserted. Never blocks.
    public void know(List<Opened> sessions) {
        var before = changes();
        for (var opened : sessions) remember(opened.token, opened.session, before);
    }

    /// Ends the session everywhere. Blocks.
    public void end(String token) {
        var hash = hash(token);
        accounts.deleteSession(hash);
        broadcast.send(new Broadcast.Signal.SessionEnded(hash));
    }

    /// Sessions cached on this node, for the metrics.
    public long cached() {
        return cache.size();
    }

    /// What may change while a session is being loaded.
    private record Changes(long ends, long losses) {}

    private Changes changes() {
        return new Changes(ends.get(), losses.get());
    }

    private void remember(String token, Session session, Changes before) {
        if (cache.size() >= CACHED_MAX) makeRoom();
        tokens.put(session.token(), token);
        long until = session.expiresAt().toEpochMilli();
        cache.put(token, new Known(session, clock.instant(), until, before.losses));
        if (ends.get() != before.ends) evict(session.token());
    }

    /// To forget them all costs a look into the store for each that comes again.
    private void bury(String token) {
        evict(hash(token));
        if (dead.size() >= DEAD_MAX) dead.clear();
        dead.put(token, clock.millis() + DEAD_FOR.toMillis());
    }

    private void hear(Broadcast.Signal signal) {
        if (signal instanceof Broadcast.Signal.SessionEnded(Hash hash)) {
            ends.incrementAndGet();
            evict(hash);
        } else if (signal instanceof Broadcast.Signal.Missed) {
            losses.incrementAndGet();
        }
    }

    private void evict(Hash hash) {
        var token = tokens.remove(hash);
        if (token != null) cache.remove(token);
    }

    /// Forgets sessions that were loaded long ago; whoever is still there is loaded again. A duty
    /// loop calls this now and then.
    public void sweep() {
        var oldest = clock.instant().minus(CACHED_FOR);
        cache.values().removeIf(known -> known.since.isBefore(oldest) && forget(known));
        long now = clock.millis();
        dead.values().removeIf(until -> now >= until);
    }

    /// Any will do: whoever is forgotten costs one look into the store.
    private void makeRoom() {
        var some = cache.values().iterator();
        for (int i = 0; i < ROOM_STEP && some.hasNext(); i++) {
            forget(some.next());
            some.remove();
        }
    }

    private boolean forget(Known known) {
        tokens.remove(known.session.token());
        return true;
    }

    private byte[] sign(byte[] bytes) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(bytes, 0, RANDOM_BYTES);
            return Arrays.copyOf(mac.doFinal(), SIGNED_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Hash hash(String token) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            return new Hash(sha.digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
