package dev.sluice.server.access;

import java.util.Locale;

/// Routes that are limited and counted together. The name in lower case stands in settings
/// (`sluice.limits.claim.buyer`) and in metrics.
public enum RouteGroup {
    /// Claiming.
    CLAIM,
    /// Claiming without a session that is there, or with a pass that is not good.
    STRANGER,
    /// Sales, offers, the time.
    READ,
    /// Challenges.
    CHALLENGE,
    /// Pictures of challenges.
    PICTURE,
    /// Passes.
    PASS,
    /// What became of a claim.
    OUTCOME,
    /// One-time codes.
    OTP,
    /// Registration.
    REGISTER,
    /// Login.
    LOGIN,
    /// A buyer's own account.
    ACCOUNT,
    /// Orders and the payments that buyers start.
    ORDER,
    /// Payment providers and the sandbox.
    PAYMENT,
    /// WebSockets.
    LIVE,
    /// What operators do.
    ADMIN,
    /// Pages, pictures, documents.
    PAGE,
    /// Health and metrics.
    OPERATE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /// Whether operators alone may call it.
    public boolean isForOperators() {
        return this == ADMIN;
    }

    public String label() {
        return label;
    }
}
