package dev.sluice.rehearsal;

import java.util.Map;

/// What came back for a call, or that nothing did.
final class Answer {
    /// The code of a call that got no answer.
    static final String NO_ANSWER = "NO_ANSWER";

    static final int NO_RETRY_AFTER = -1;

    private static final byte[] NOTHING = {};

    private final int status;
    private final int retryAfter;
    private final byte[] body;
    private final boolean timedOut;
    private Map<String, Object> fields;

    /// @param retryAfter in seconds, [#NO_RETRY_AFTER] when it was not said
    Answer(int status, int retryAfter, byte[] body) {
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
    int status() {
        return status;
    }

    boolean isNone() {
        return status == 0;
    }

    boolean isTimeout() {
        return timedOut;
    }

    boolean isSuccess() {
        return status >= 200 && status < 400;
    }

    /// Whether it leaves open what became of the call.
    boolean isUnclear() {
        return isNone() || status >= 500;
    }

    /// Whether the same call may be answered otherwise a moment later.
    boolean isPutOff() {
        return isUnclear() || status == 429;
    }

    int retryAfter() {
        return retryAfter;
    }

    /// A fault that was announced as the contract wants it.
    boolean isAnnouncedFault() {
        return status == 503 && retryAfter >= 0;
    }

    /// Why it was refused, in the words of the contract; empty for a success.
    String code() {
        if (isNone()) return NO_ANSWER;
        if (isSuccess()) return "";
        var code = text("code");
        return code.isEmpty() ? Integer.toString(status) : code;
    }

    /// Status and code, as answers are counted.
    String kind() {
        if (isNone()) return NO_ANSWER;
        if (isSuccess()) return Integer.toString(status);
        return status + " " + code();
    }

    String text(String field) {
        return Json.text(fields(), field);
    }

    Map<String, Object> fields() {
        if (fields == null) fields = Json.object(body);
        return fields;
    }
}
