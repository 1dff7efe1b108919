package dev.sluice.rehearsal.http;

import java.util.Map;

/// What came back for a call, or that nothing did.
public final class Answer {
    /// The code of a call that got no answer.
    public static final String NO_ANSWER = "NO_ANSWER";

    public static final int NO_RETRY_AFTER = -1;

    private static final byte[] NOTHING = {};

    private final int status;
    private final int retryAfter;
    private final byte[] body;
    private final boolean timedOut;
    private Map<String, Object> fields;

    /// @param retryAfter in seconds, [#NO_RETRY_AFTER] when it was not said
    public Answer(int status, int retryAfter, byte[] body) {
        this.status = status;
        this.retryAfter = retryAfter;
        this.body = body;
        this.timedOut = false;
    }

    private Answer(boolean timedOut) {
        this.status = 0;
        this.retryAfter = NO_RETRY_AFTER;
        this.body = NOTHING;
        this.timedOut = timedOut;
    }

    /// The connection broke, or there was none.
    static Answer broken() {
        return new Answer(false);
    }

    /// Nothing came for as long as a buyer waits, on a connection that stood.
    static Answer timeout() {
        return new Answer(true);
    }

    /// 0 when nothing came.
    public int status() {
        return status;
    }

    public boolean isNone() {
        return status == 0;
    }

    public boolean isTimeout() {
        return timedOut;
    }

    public boolean isSuccess() {
        return status >= 200 && status < 400;
    }

    /// Whether it leaves open what became of the call.
    public boolean isUnclear() {
        return isNone() || status >= 500;
    }

    /// Whether the same call may be answered otherwise a moment later.
    public boolean isPutOff() {
        return isUnclear() || status == 429;
    }

    public int retryAfter() {
        return retryAfter;
    }

    /// A fault that was announced as the contract wants it.
    public boolean isAnnouncedFault() {
        return status == 503 && retryAfter >= 0;
    }

    /// Why it was refused, in the words of the contract; empty for a success.
    public String code() {
        if (isNone()) return NO_ANSWER;
        if (isSuccess()) return "";
        var code = text("code");
        return code.isEmpty() ? Integer.toString(status) : code;
    }

    /// Status and code, as answers are counted.
    public String kind() {
        if (isNone()) return NO_ANSWER;
        if (isSuccess()) return Integer.toString(status);
        return status + " " + code();
    }

    public String text(String field) {
        return Json.text(fields(), field);
    }

    public Map<String, Object> fields() {
        if (fields == null) fields = Json.object(body);
        return fields;
    }
}
