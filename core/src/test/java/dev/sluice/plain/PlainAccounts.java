package dev.sluice.plain;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Hash;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Buyers, sessions and codes in maps. All of it survives a crash.
public class PlainAccounts implements Accounts {

    private static final int TRIES_MAX = 5;

    private record Code(String code, Instant expiresAt, int triesLeft) {}

    private final Map<BuyerId, NewBuyer> buyers = new HashMap<>();
    private final Map<String, NewBuyer> phones = new HashMap<>();
    private final Map<Hash, Session> sessions = new HashMap<>();
    private final Map<String, Code> codes = new HashMap<>();

    @Override
    public synchronized boolean insertBuyer(NewBuyer buyer) {
        if (phones.putIfAbsent(buyer.buyer().phone(), buyer) != null) return false;
        buyers.put(buyer.buyer().id(), buyer);
        return true;
    }

    @Override
    public synchronized void insertCrowd(List<NewBuyer> crowd, List<Session> theirs) {
        crowd.forEach(this::insertBuyer);
        theirs.forEach(this::insertSession);
    }

    @Override
    public synchronized Optional<Buyer> findBuyer(BuyerId buyer) {
        return Optional.ofNullable(buyers.get(buyer)).map(NewBuyer::buyer);
    }

    @Override
    public synchronized Optional<Login> findLogin(String phone) {
        return Optional.ofNullable(phones.get(phone))
                .map(known -> new Login(known.buyer(), known.passwordHash()));
    }

    @Override
    public synchronized void insertSession(Session session) {
        sessions.put(session.token(), session);
    }

    @Override
    public synchronized Optional<Session> findSession(Hash token, Instant now) {
        return Optional.ofNullable(sessions.get(token))
                .filter(session -> session.expiresAt().isAfter(now));
    }

    @Override
    public synchronized void deleteSession(Hash token) {
        sessions.remove(token);
    }

    @Override
    public synchronized void purge(Instant now) {
        sessions.values().removeIf(session -> !session.expiresAt().isAfter(now));
        codes.values().removeIf(code -> !code.expiresAt().isAfter(now));
    }

    @Override
    public synchronized void putCode(String phone, String code, Instant expiresAt) {
        codes.put(phone, new Code(code, expiresAt, TRIES_MAX));
    }

    @Override
    public synchronized CodeCheck tryCode(String phone, String code, Instant now) {
        var known = codes.remove(phone);
        if (known == null || !known.expiresAt().isAfter(now)) return CodeCheck.WRONG;
        if (known.code().equals(code)) return CodeCheck.RIGHT;
        int left = known.triesLeft() - 1;
        if (left > 0) codes.put(phone, new Code(known.code(), known.expiresAt(), left));
        return CodeCheck.WRONG;
    }
}
