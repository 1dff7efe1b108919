package dev.sluice.server.json;

import dev.sluice.sale.Money;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Strict reading of a JSON object that a client sent. Whatever does not fit is a [Problem] INVALID
/// with the field's path. The names that may stand there are given up front, so that an unknown
/// field is refused before anything happens.
public final class Fields {

    /// From then on RFC 3339 has no form for an instant.
    private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

    private static final long AMOUNT_MAX = 1_000_000_000_000L;

    /// Those with minor units; ISO 4217 also names metals, funds and tests, which have none.
    private static final Set<String> CURRENCIES =
            Currency.getAvailableCurrencies().stream()
                    .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                    .map(Currency::getCurrencyCode)
                    .collect(Collectors.toUnmodifiableSet());

    private final String path;
    private final Map<String, Object> values;

    private Fields(String path, Map<String, Object> values, Set<String> known) {
        this.path = path;
        this.values = values;
        for (var name : values.keySet()) {
            if (!known.contains(name)) throw invalid(name, Flaw.UNKNOWN);
        }
    }

    /// The fields of a body; `known` are all the names that may stand there.
    public static Fields of(byte[] body, String... known) {
        return new Fields("", JsonIn.object(body), Set.of(known));
    }

    /// The fields of what another server has answered, which may say more than is asked of it.
    public static Fields ofAnswer(byte[] body, String... known) {
        var values = new HashMap<>(JsonIn.object(body));
        values.keySet().retainAll(Set.of(known));
        return new Fields("", values, Set.of(known));
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /// A text of that many characters, without control characters other than line ends and tabs.
    public String text(String name, int min, int max) {
        return checkedText(name, need(name), min, max);
    }

    /// A text for people to know something by: not just spaces.
    public String title(String name, int max) {
        var text = text(name, 1, max);
        if (text.isBlank()) throw invalid(name, Flaw.BLANK);
        return text;
    }

    public Optional<String> optionalText(String name, int min, int max) {
        return has(name) ? Optional.of(text(name, min, max)) : Optional.empty();
    }

    public String text(String name, int min, int max, String otherwise) {
        return has(name) ? text(name, min, max) : otherwise;
    }

    public long integer(String name, long min, long max) {
        var value = need(name);
        if (value == JsonIn.OTHER_NUMBER) throw invalid(name, Flaw.NOT_INTEGER);
        if (!(value instanceof Long number)) throw invalid(name, Flaw.NOT_INTEGER);
        if (number < min || number > max) throw invalid(name, Flaw.OUT_OF_RANGE, min, max);
        return number;
    }

    public long integer(String name, long min, long max, long otherwise) {
        return has(name) ? integer(name, min, max) : otherwise;
    }

    public boolean flag(String name) {
        if (need(name) instanceof Boolean flag) return flag;
        throw invalid(name, Flaw.NOT_FLAG);
    }

    public boolean flag(String name, boolean otherwise) {
        return has(name) ? flag(name) : otherwise;
    }

    /// An RFC 3339 instant with its offset, to the millisecond.
    public Instant instant(String name) {
        if (!(need(name) instanceof String text)) throw invalid(name, Flaw.NOT_INSTANT);
        if (text.length() > 40) throw invalid(name, Flaw.NOT_INSTANT);
        try {
            var instant = OffsetDateTime.parse(text).toInstant();
            if (instant.isBefore(Instant.EPOCH) || !instant.isBefore(YEAR_10000)) {
                throw invalid(name, Flaw.NOT_INSTANT);
            }
            return Instant.ofEpochMilli(instant.toEpochMilli());
        } catch (DateTimeException | ArithmeticException bad) {
            throw invalid(name, Flaw.NOT_INSTANT);
        }
    }

    public Money money(String name) {
        var money = object(name, "amount", "currency");
        var amount = money.integer("amount", 0, AMOUNT_MAX);
        var currency = money.text("currency", 1, 16);
        if (!CURRENCIES.contains(currency)) throw money.invalid("currency", Flaw.NOT_CURRENCY);
        return new Money(amount, currency);
    }

    public Optional<Money> optionalMoney(String name) {
        return has(name) ? Optional.of(money(name)) : Optional.empty();
    }

    /// An id, read with the `parse` of its type.
    public <T> T id(String name, Function<String, Optional<T>> parse) {
        if (!(need(name) instanceof String text)) throw invalid(name, Flaw.NOT_TEXT);
        return parse.apply(text).orElseThrow(() -> invalid(name, Flaw.NOT_ID));
    }

    /// One of the constants of an enum; clients write them in lower case.
    public <E extends Enum<E>> E oneOf(String name, Class<E> type) {
        if (!(need(name) instanceof String text)) throw invalid(name, Flaw.NOT_TEXT);
        return constant(type, text)
                .orElseThrow(() -> invalid(name, Flaw.NOT_ONE_OF, namesOf(type)));
    }

    public <E extends Enum<E>> E oneOf(String name, Class<E> type, E otherwise) {
        return has(name) ? oneOf(name, type) : otherwise;
    }

    public Fields object(String name, String... known) {
        return nested(path + name, need(name), known);
    }

    /// A list of objects, each with these fields.
    public List<Fields> objects(String name, int min, int max, String... known) {
        if (!(need(name) instanceof List<?> list)) throw invalid(name, Flaw.NOT_LIST);
        if (list.size() < min || list.size() > max) throw invalid(name, Flaw.BAD_SIZE, min, max);
        var objects = new ArrayList<Fields>();
        for (var entry : list) {
            objects.add(nested(path + name + "[" + objects.size() + "]", entry, known));
        }
        return objects;
    }

    /// A refusal that names a field of this object, for rules that a route checks itself.
    public Problem invalid(String name, Flaw flaw, Object... arguments) {
        return Problem.invalid(path + name, flaw, arguments);
    }

    private Object need(String name) {
        var value = values.get(name);
        if (value == null) throw invalid(name, Flaw.MISSING);
        return value;
    }

    private String checkedText(String name, Object value, int min, int max) {
        if (!(value instanceof String text)) throw invalid(name, Flaw.NOT_TEXT);
        int length = text.codePointCount(0, text.length());
        if (length < min || length > max) throw invalid(name, Flaw.BAD_LENGTH, min, max);
        if (!text.codePoints().allMatch(Fields::isAllowed)) throw invalid(name, Flaw.BAD_CHARACTER);
        return text;
    }

    /// A lone surrogate has no UTF-8, and control characters only serve to confuse.
    static boolean isAllowed(int c) {
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) return false;
        return c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c);
    }

    private static Fields nested(String path, Object value, String... known) {
        if (!(value instanceof Map<?, ?> map)) throw Problem.invalid(path, Flaw.NOT_OBJECT);
        @SuppressWarnings("unchecked") // JsonIn makes maps with names as keys only.
        var values = (Map<String, Object>) map;
        return new Fields(path + ".", values, Set.of(known));
    }

    public static <E extends Enum<E>> Optional<E> constant(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(e -> nameOf(e).equals(text))
                .findFirst();
    }

    public static <E extends Enum<E>> String namesOf(Class<E> type) {
        return String.join(
                ", ", Arrays.stream(type.getEnumConstants()).map(Fields::nameOf).toList());
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
