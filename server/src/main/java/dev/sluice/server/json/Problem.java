package dev.sluice.server.json;

/// A refusal on its way to the client: thrown by routes, turned into an answer by the front. It has
/// no stack trace, since it is an answer and not a bug.
public final class Problem extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final int FIELD_MAX = 100;
    private static final Object[] NO_ARGUMENTS = {};

    private final Code code;
    private final String field;
    private final Flaw flaw;
    private final long retryAfterSeconds;
    private final transient Object[] arguments;

    /// By language, for a problem with a detail of its own; else null.
    private transient String[] details;

    private Problem(
            Code code, String field, Flaw flaw, long retryAfterSeconds, Object[] arguments) {
        super(code.name(), null, false, false);
        this.code = code;
        this.field = field;
        this.flaw = flaw;
        this.retryAfterSeconds = retryAfterSeconds;
        this.arguments = arguments;
    }

    /// The arguments fill the places in the code's detail.
    public static Problem of(Code code, Object... arguments) {
        return new Problem(code, null, null, code.hasRetryAfter() ? 1 : 0, arguments);
    }

    /// A problem with a detail of its own, for what the code's detail does not say.
    public static Problem explained(Code code, String english, String chinese) {
        var problem = of(code);
        problem.details = new String[] {english, chinese};
        return problem;
    }

    /// Too much, too fast: 429 or 503 with the time to wait.
    public static Problem retryAfter(Code code, long seconds) {
        return new Problem(code, null, null, Math.max(1, seconds), NO_ARGUMENTS);
    }

    /// 400 INVALID with the field named as a client would write it: `offers[0].price.amount`.
    public static Problem invalid(String field, Flaw flaw, Object... arguments) {
        return new Problem(Code.INVALID, shown(field), flaw, 0, arguments);
    }

    /// A refusal with this code whose detail says what about the field stands in the way.
    public static Problem because(Code code, String field, Flaw flaw, Object... arguments) {
        return new Problem(code, shown(field), flaw, code.hasRetryAfter() ? 1 : 0, arguments);
    }

    /// A name may come from a stranger: it is shown so far only, and without what cannot be shown.
    private static String shown(String field) {
        var shown = new StringBuilder();
        field.codePoints()
                .limit(FIELD_MAX)
                .map(c -> Fields.isAllowed(c) && c >= ' ' ? c : '?')
                .forEach(shown::appendCodePoint);
        return shown.isEmpty() ? "\"\"" : shown.toString();
    }

    public Code code() {
        return code;
    }

    /// The field that is wrong, or null.
    public String field() {
        return field;
    }

    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }

    public String detail(Lang lang) {
        if (details != null) return details[lang.ordinal()];
        if (flaw != null) return flaw.text(lang, field, arguments);
        var detail = code.detail(lang);
        return arguments.length == 0 ? detail : detail.formatted(arguments);
    }
}
