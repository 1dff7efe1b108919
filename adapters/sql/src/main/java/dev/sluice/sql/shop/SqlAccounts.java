package dev.sluice.sql.shop;

import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts;
import dev.sluice.sale.Buyer;
import dev.sluice.sale.Hash;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Rows;
import dev.sluice.sql.book.Ledger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Accounts on an SQL database. It has no memory of its own; any thread may call it.
///
/// A one-time code is stored as a hash together with its phone, so that a look into the database
/// does not show it and equal codes do not look equal.
public final class SqlAccounts implements Accounts {

    private static final int TRIES_MAX = 5;
    private static final int CROWD_STEP_MAX = 10_000;
    private static final int PURGE_STEP_MAX = 10_000;

    private static final String INSERT_OF_CROWD =
            "insert into buyers (buyer_id, phone, name, password_hash) values (?, ?, ?, ?)";

    private static final String INSERT_BUYER = INSERT_OF_CROWD + " on conflict (phone) do nothing";

    private static final String FIND_BUYER =
            "select buyer_id, phone, name from buyers where buyer_id = ?";

    private static final String FIND_LOGIN =
            "select buyer_id, phone, name, password_hash from buyers where phone = ?";

    private static final String INSERT_SESSION =
            "insert into sessions (token, buyer_id, expires_at) values (?, ?, ?)";

    private static final String FIND_SESSION =
            "select buyer_id, expires_at from sessions where token = ? and expires_at > ?";

    private static final String DELETE_SESSION = "delete from sessions where token = ?";

    private static final String PURGE_SESSIONS =
            """
            delete from sessions where token in (select token from sessions
             where expires_at <= ? limit ? for update skip locked)
            """;

    private static final String PURGE_CODES = "delete from codes where expires_at <= ?";

    private static final String PUT_CODE =
            """
            insert into codes (phone, code_hash, expires_at, tries_left) values (?, ?, ?, ?)
                on conflict (phone) do update set code_hash = excluded.code_hash,
                   expires_at = excluded.expires_at, tries_left = excluded.tries_left
            """;

    private static final String FIND_CODE =
            """
            select code_hash, tries_left from codes where phone = ? and expires_at > ? for update
            """;

    private static final String USE_TRY =
            "update codes set tries_left = tries_left - 1 where phone = ?";

    private static final String DELETE_CODE = "delete from codes where phone = ?";

    private record Code(byte[] hash, int triesLeft) {}

    private final Database database;

    public SqlAccounts(Database database) {
        this.database = database;
    }

    @Override
    public boolean insertBuyer(NewBuyer buyer) {
        return database.writeAside(link -> link.update(INSERT_BUYER, row(buyer)) == 1);
    }

    /// In steps, so that others who write do not wait for the whole crowd. When it fails in the
    /// middle, some of the crowd is there and some is not.
    @Override
    public void insertCrowd(List<NewBuyer> buyers, List<Session> sessions) {
        for (int from = 0; from < buyers.size(); from += CROWD_STEP_MAX) {
            var step = buyers.subList(from, Math.min(buyers.size(), from + CROWD_STEP_MAX));
            database.writeAside(link -> {
                link.insertAll(INSERT_OF_CROWD, step.stream().map(SqlAccounts::row).toList());
                return null;
            });
        }
        for (int from = 0; from < sessions.size(); from += CROWD_STEP_MAX) {
            var step = sessions.subList(from, Math.min(sessions.size(), from + CROWD_STEP_MAX));
            database.writeAside(link -> {
                link.insertAll(INSERT_SESSION, step.stream().map(SqlAccounts::row).toList());
                return null;
            });
        }
    }

    @Override
    public Optional<Buyer> findBuyer(BuyerId buyer) {
        return database.read(link -> link.find(FIND_BUYER, SqlAccounts::buyer, buyer.value()));
    }

    @Override
    public Optional<Login> findLogin(String phone) {
        return database.read(link ->
                link.find(FIND_LOGIN, row -> new Login(buyer(row), row.getString(4)), phone));
    }

    @Override
    public void insertSession(Session session) {
        database.writeAside(link -> link.update(INSERT_SESSION, row(session)));
    }

    @Override
    public Optional<Session> findSession(Hash token, Instant now) {
        return database.read(link ->
                link.find(
                        FIND_SESSION,
                        row ->
                                new Session(
                                        token, new BuyerId(row.getLong(1)), Rows.instant(row, 2)),
                        token.bytes(),
                        now.toEpochMilli()));
    }

    @Override
    public void deleteSession(Hash token) {
        database.writeAside(link -> link.update(DELETE_SESSION, token.bytes()));
    }

    @Override
    public void purge(Instant now) {
        int purged;
        do {
            purged =
                    database.writeAside(link ->
                            link.update(PURGE_SESSIONS, now.toEpochMilli(), PURGE_STEP_MAX));
        } while (purged == PURGE_STEP_MAX);
        database.writeAside(link -> link.update(PURGE_CODES, now.toEpochMilli()));
    }

    @Override
    public void putCode(String phone, String code, Instant expiresAt) {
        database.writeAside(link ->
                link.update(
                        PUT_CODE, phone, hash(phone, code), expiresAt.toEpochMilli(), TRIES_MAX));
    }

    @Override
    public CodeCheck tryCode(String phone, String code, Instant now) {
        return database.writeAside(link -> {
            var stored =
                    link.find(
                            FIND_CODE,
                            row -> new Code(row.getBytes(1), row.getInt(2)),
                            phone,
                            now.toEpochMilli());
            if (stored.isEmpty()) return CodeCheck.WRONG;
            boolean right = MessageDigest.isEqual(stored.get().hash, hash(phone, code));
            boolean usedUp = right || stored.get().triesLeft <= 1;
            link.update(usedUp ? DELETE_CODE : USE_TRY, phone);
            return right ? CodeCheck.RIGHT : CodeCheck.WRONG;
        });
    }

    private static Object[] row(NewBuyer newcomer) {
        var buyer = newcomer.buyer();
        var hash = newcomer.passwordHash();
        return new Object[] {buyer.id().value(), buyer.phone(), buyer.name(), hash};
    }

    private static Object[] row(Session session) {
        long expiresAt = session.expiresAt().toEpochMilli();
        return new Object[] {session.token().bytes(), session.buyer().value(), expiresAt};
    }

    private static Buyer buyer(ResultSet row) throws SQLException {
        return new Buyer(new BuyerId(row.getLong(1)), row.getString(2), row.getString(3));
    }

    private static byte[] hash(String phone, String code) {
        return Ledger.sha256().digest((phone + ' ' + code).getBytes(StandardCharsets.UTF_8));
    }
}
