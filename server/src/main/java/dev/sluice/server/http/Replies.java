package dev.sluice.server.http;

import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import io.vertx.core.http.HttpHeaders;

/// The answers to problems. Those without details of their own are made once per code and language
/// and cost nothing afterwards: most of a crowd is answered from here.
public final class Replies {

    private static final int READY_SECONDS_MAX = 60;
    private static final Reply[][] READY = ready();
    private static final Reply[][] RATE_LIMITED = rateLimited();

    private Replies() {}

    /// The ready answer for a code. A 429 or 503 asks to come again after a second.
    public static Reply of(Code code, Lang lang) {
        return READY[code.ordinal()][lang.ordinal()];
    }

    /// 429 RATE_LIMITED with the time to wait.
    public static Reply rateLimited(long seconds, Lang lang) {
        if (seconds <= READY_SECONDS_MAX) return RATE_LIMITED[(int) seconds][lang.ordinal()];
        return of(Problem.retryAfter(Code.RATE_LIMITED, seconds), lang);
    }

    public static Reply of(Problem problem, Lang lang) {
        var code = problem.code();
        var body =
                JsonOut.object(out -> {
                    out.text("type", "/docs/problems#" + code);
                    out.text("title", code.title(Lang.EN));
                    out.number("status", code.status());
                    out.text("detail", problem.detail(lang));
                    out.text("code", code);
                    if (problem.field() != null) out.text("field", problem.field());
                });
        var reply =
                Reply.bytes(code.status(), Reply.PROBLEM, body)
                        .with(HttpHeaders.CONTENT_LANGUAGE, lang.tag());
        if (code.status() == 401) reply = reply.with("WWW-Authenticate", "Bearer");
        long seconds = problem.retryAfterSeconds();
        return seconds == 0 ? reply : reply.with(HttpHeaders.RETRY_AFTER, "" + seconds);
    }

    private static Reply[][] ready() {
        var codes = Code.values();
        var replies = new Reply[codes.length][];
        for (var code : codes) {
            replies[code.ordinal()] = inEachLanguage(Problem.of(code));
        }
        return replies;
    }

    private static Reply[][] rateLimited() {
        var replies = new Reply[READY_SECONDS_MAX + 1][];
        for (int seconds = 0; seconds < replies.length; seconds++) {
            replies[seconds] = inEachLanguage(Problem.retryAfter(Code.RATE_LIMITED, seconds));
        }
        return replies;
    }

    private static Reply[] inEachLanguage(Problem problem) {
        var langs = Lang.values();
        var replies = new Reply[langs.length];
        for (var lang : langs) replies[lang.ordinal()] = of(problem, lang);
        return replies;
    }
}
