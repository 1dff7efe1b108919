package dev.sluice.server.account;

import dev.sluice.board.Snowflakes;
import dev.sluice.id.BuyerId;
import dev.sluice.port.Accounts;
import dev.sluice.port.Accounts.CodeCheck;
import dev.sluice.sale.Buyer;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.config.World;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.engine.Switches.Switch;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import java.time.Duration;
import java.time.Instant;

/// Registering with a one-time code, logging in and out, and who one is.
public final class BuyerRoutes {

    private static final Duration CODE_LIFETIME = Duration.ofMinutes(5);
    private static final int CODES = 1_000_000;
    private static final int PASSWORD_MIN = 8;
    private static final int PASSWORD_MAX = 128;
    private static final int NAME_MAX = 64;

    private final Accounts accounts;
    private final Sessions sessions;
    private final Switches switches;
    private final Messages messages;
    private final Snowflakes ids;
    private final World world;
    private final Passwords passwords;

    public BuyerRoutes(
            Accounts accounts,
            Sessions sessions,
            Switches switches,
            Messages messages,
            Snowflakes ids,
            World world) {
        this.accounts = accounts;
        this.sessions = sessions;
        this.switches = switches;
        this.messages = messages;
        this.ids = ids;
        this.world = world;
        this.passwords = new Passwords(world.random());
    }

    public void register(Routes routes) {
        routes.post("/api/v1/otp", RouteGroup.OTP, this::sendCode)
                .post("/api/v1/buyers", RouteGroup.REGISTER, this::register)
                .post("/api/v1/sessions", RouteGroup.LOGIN, this::logIn)
                .delete("/api/v1/sessions", RouteGroup.ACCOUNT, this::logOut)
                .get("/api/v1/me", RouteGroup.ACCOUNT, this::me);
    }

    private Reply sendCode(Call call) throws InterruptedException {
        var phone = phone(call.body("phone"));
        checkSwitches();
        call.limit(phone);
        var code = "%06d".formatted(world.random().nextInt(CODES));
        accounts.putCode(phone, code, now().plus(CODE_LIFETIME));
        messages.send(new Messages.Message(phone, code, text(call.lang(), code), now()));
        return Reply.empty(204);
    }

    /// The code is checked before anything is told, and only once there is a place to hash the
    /// password, so that a crowded moment uses nobody's code up.
    private Reply register(Call call) throws InterruptedException {
        var body = call.body("phone", "otp", "password", "name");
        var phone = phone(body);
        var code = code(body);
        var password = body.text("password", PASSWORD_MIN, PASSWORD_MAX);
        var name = name(body);
        checkSwitches();
        limitPhoneFromHere(call, phone);
        var buyer = new Buyer(new BuyerId(ids.next()), phone, name);
        try (var turn = passwords.turn()) {
            if (accounts.tryCode(phone, code, now()) == CodeCheck.WRONG) {
                throw Problem.of(Code.OTP_WRONG);
            }
            var newcomer = new Accounts.NewBuyer(buyer, turn.hash(password));
            if (!accounts.insertBuyer(newcomer)) throw Problem.of(Code.PHONE_TAKEN);
        }
        return Reply.json(201, out -> reference(out, buyer));
    }

    private Reply logIn(Call call) throws InterruptedException {
        refuseForeignPage(call);
        var body = call.body("phone", "password");
        var phone = phone(body);
        var password = body.text("password", 1, PASSWORD_MAX);
        limitPhoneFromHere(call, phone);
        var login = accounts.findLogin(phone);
        var hash = login.map(Accounts.Login::passwordHash).orElse("");
        boolean matches;
        try (var turn = passwords.turn()) {
            matches = turn.matches(password, hash);
        }
        if (!matches || login.isEmpty()) throw Problem.of(Code.LOGIN_FAILED);
        var buyer = login.get().buyer();
        var opened = sessions.open(buyer.id());
        return Reply.json(
                        201,
                        out ->
                                out.text("session", opened.token())
                                        .instant("expiresAt", opened.session().expiresAt())
                                        .object("buyer", b -> reference(b, buyer)))
                .withCookie(cookie(call, opened.token(), Sessions.LENGTH));
    }

    /// A form on somebody else's page must not log a visitor in as somebody else. Browsers say
    /// where a request comes from; other clients do not, and have no cookies to lose.
    private static void refuseForeignPage(Call call) {
        if (call.header("Sec-Fetch-Site").filter("cross-site"::equals).isPresent()) {
            throw Problem.of(Code.CSRF_MISSING);
        }
    }

    private Reply logOut(Call call) {
        call.buyer();
        sessions.end(call.sessionToken());
        return Reply.empty(204).withCookie(cookie(call, "", Duration.ZERO));
    }

    private Reply me(Call call) {
        var buyer = accounts.findBuyer(call.buyer()).orElseThrow(() -> Problem.of(Code.NO_SESSION));
        return Reply.json(200, out -> reference(out, buyer).text("phone", buyer.phone()));
    }

    private void checkSwitches() {
        if (switches.isOn(Switch.READ_ONLY)) throw Problem.of(Code.READ_ONLY);
        if (switches.isOn(Switch.NO_REGISTRATION)) throw Problem.of(Code.NO_REGISTRATION);
    }

    /// Whoever tries a phone's codes or passwords spends the tries of that phone from their own
    /// address only; else anybody could lock a buyer out.
    private static void limitPhoneFromHere(Call call, String phone) {
        call.limit(phone + " " + call.client().limitKey());
    }

    private static JsonOut reference(JsonOut out, Buyer buyer) {
        return out.text("buyerId", buyer.id()).text("name", buyer.name());
    }

    private static String phone(Fields body) {
        var phone = body.text("phone", 5, 21);
        int start = phone.startsWith("+") ? 1 : 0;
        int digits = phone.length() - start;
        if (digits < 5 || digits > 20 || !areDigits(phone, start)) {
            throw body.invalid("phone", Flaw.BAD_FORMAT, "+8613800138000");
        }
        return phone;
    }

    private static String code(Fields body) {
        var code = body.text("otp", 6, 6);
        if (!areDigits(code, 0)) throw body.invalid("otp", Flaw.BAD_FORMAT, "402817");
        return code;
    }

    private static String name(Fields body) {
        var name = body.text("name", 1, NAME_MAX);
        if (name.isBlank()) throw body.invalid("name", Flaw.MISSING);
        return name;
    }

    private static boolean areDigits(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        }
        return true;
    }

    private static String text(Lang lang, String code) {
        return switch (lang) {
            case EN -> "Your Sluice code is " + code + ". It is good for 5 minutes.";
            case ZH -> "您的 Sluice 验证码是 " + code + "，5 分钟内有效。";
        };
    }

    private static String cookie(Call call, String value, Duration age) {
        return Visit.SESSION_COOKIE
                + "="
                + value
                + "; Path=/; Max-Age="
                + age.toSeconds()
                + "; HttpOnly; SameSite=Strict"
                + (call.isSecure() ? "; Secure" : "");
    }

    private Instant now() {
        return Instant.ofEpochMilli(world.clock().millis());
    }
}
