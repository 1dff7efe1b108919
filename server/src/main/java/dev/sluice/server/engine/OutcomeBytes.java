package dev.sluice.server.engine;

import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.SignalText;
import dev.sluice.sale.ClaimState;
import dev.sluice.server.cache.TwoLevelCache;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// An ended claim as it is kept in the shared cache: in the form in which nodes tell each other.
final class OutcomeBytes implements TwoLevelCache.Codec<ClaimState> {

    @Override
    public byte[] encode(ClaimState ended) {
        var signal = new Signal.ClaimsEnded(List.of(ended));
        return SignalText.of(signal).getBytes(StandardCharsets.UTF_8);
    }

    /// @throws IllegalArgumentException when it is anything but one ended claim
    @Override
    public ClaimState decode(byte[] bytes) {
        var signal = SignalText.parse(new String(bytes, StandardCharsets.UTF_8));
        if (signal instanceof Signal.ClaimsEnded(var claims) && claims.size() == 1) {
            return claims.getFirst();
        }
        throw new IllegalArgumentException("not one ended claim in " + bytes.length + " bytes");
    }
}
