package dev.sluice.rehearsal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/// One request of a buyer, from the moment it is due until it is answered. Made and changed on the
/// event loop's thread only.
public final class Call {
    /// Which part of the way a call belongs to.
    public enum Step {
        CHALLENGE,
        PASS,
        CLAIM,
        OUTCOME,
        ORDER,
        PAYMENT,
        /// Garbage and guesses, which have no place on the way.
        OTHER,
        /// What is read once everything has come to rest; it is no part of the crowd's load.
        AFTERWARDS
    }

    private static final byte[] NOTHING = {};

    private final Step step;
    private final String method;
    private final String path;
    private byte[] body = NOTHING;
    private byte[] raw;
    private String session = "";
    private String headers = "";
    private int node;
    private boolean alone;
    private long due;
    private long waitNanos;
    private long handedOver;
    private Consumer<Answer> then = answer -> {};

    /// Where the call is under way; the client's own note.
    Connection connection;

    private boolean ended;

    private Call(Step step, String method, String path) {
        this.step = step;
        this.method = method;
        this.path = path;
    }

    public static Call get(Step step, String path) {
        return new Call(step, "GET", path);
    }

    public static Call post(Step step, String path, String body) {
        return of(step, "POST", path).body(body.getBytes(StandardCharsets.UTF_8));
    }

    public static Call of(Step step, String method, String path) {
        return new Call(step, method, path);
    }

    /// A request whose every byte is given, right or wrong, on a connection of its own.
    public static Call raw(Step step, String text) {
        var call = new Call(step, "RAW", "").alone();
        call.raw = text.getBytes(StandardCharsets.ISO_8859_1);
        return call;
    }

    public Call body(byte[] bytes) {
        body = bytes;
        return this;
    }

    public Call session(String token) {
        session = token;
        return this;
    }

    /// Further header lines, each with its end.
    public Call headers(String lines) {
        headers = lines;
        return this;
    }

    public Call node(int number) {
        node = number;
        return this;
    }

    /// On a connection of its own, which is closed afterwards.
    public Call alone() {
        alone = true;
        return this;
    }

    public Call due(long nanos) {
        due = nanos;
        return this;
    }

    /// Lets the server wait that long before it answers, since the call asks it to.
    public Call waiting(Duration wait) {
        waitNanos = wait.toNanos();
        return this;
    }

    public Call then(Consumer<Answer> action) {
        then = action;
        return this;
    }

    public Step step() {
        return step;
    }

    String method() {
        return method;
    }

    String path() {
        return path;
    }

    public byte[] body() {
        return body;
    }

    /// Null for all but raw calls.
    public byte[] raw() {
        return raw;
    }

    public String session() {
        return session;
    }

    public String headers() {
        return headers;
    }

    public int node() {
        return node;
    }

    boolean isAlone() {
        return alone;
    }

    public long due() {
        return due;
    }

    public long waitNanos() {
        return waitNanos;
    }

    /// When the rehearsal had done its part, and only a connection or the server was wanting.
    public long handedOver() {
        return handedOver;
    }

    public void handOver(long nanos) {
        handedOver = nanos;
    }

    boolean isEnded() {
        return ended;
    }

    /// Marks the call as ended; false when it was already.
    boolean end() {
        if (ended) return false;
        ended = true;
        return true;
    }

    void tell(Answer answer) {
        then.accept(answer);
    }

    @Override
    public String toString() {
        return raw == null ? method + " " + path : "a malformed request";
    }
}
