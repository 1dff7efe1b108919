package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Hash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Buyers, their sessions and one-time codes. Kept by `AccountsContract`.
///
/// - A phone has at most one buyer.
/// - Sessions survive a restart; a deleted or expired one is never found again.
/// - A one-time code is good for one registration, for a few tries and until it expires.
public interface Accounts {

    /// @param passwordHash an encoded Argon2id hash; empty for a buyer who cannot log in
    record NewBuyer(Buyer buyer, String passwordHash) {}

    record Login(Buyer buyer, String passwordHash) {}

    /// @param token SHA-256 of what the client holds
    record Session(Hash token, BuyerId buyer, Instant expiresAt) {}

    enum CodeCheck {
        RIGHT,
        WRONG
    }

    /// False when the phone is taken.
    boolean insertBuyer(NewBuyer buyer);

    /// A crowd at once, each with a session. Their phones are known to be free.
    void insertCrowd(List<NewBuyer> buyers, List<Session> sessions);

    Optional<Buyer> findBuyer(BuyerId buyer);

    Optional<Login> findLogin(String phone);

    void insertSession(Session session);

    /// A session that has not expired.
    Optional<Session> findSession(Hash token, Instant now);

    void deleteSession(Hash token);

    /// Forgets expired sessions and codes.
    void purge(Instant now);

    /// Replaces the phone's code.
    void putCode(String phone, String code, Instant expiresAt);

    /// Uses a try of the phone's code. A right code is used up, and so is one after its last try.
    CodeCheck tryCode(String phone, String code, Instant now);
}
