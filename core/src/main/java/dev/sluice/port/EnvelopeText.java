package dev.sluice.port;

import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport.Envelope;

/// Envelopes as text, for every transport: `numbered`, the sender, the number and the signal;
/// `beat`, the sender and the number; or the signal alone. Nodes of the previous release read and
/// write the same.
public final class EnvelopeText {

    private EnvelopeText() {}

    public static String of(Envelope envelope) {
        return switch (envelope) {
            case Envelope.Numbered(String node, long number, Signal signal) ->
                    "numbered " + node + " " + number + " " + SignalText.of(signal);
            case Envelope.Beat(String node, long sent) -> "beat " + node + " " + sent;
            case Envelope.Bare(Signal signal) -> SignalText.of(signal);
        };
    }

    /// @throws IllegalArgumentException when the text is no envelope, as from a newer Sluice
    public static Envelope parse(String text) {
        var words = text.split(" ", 4);
        try {
            return switch (words[0]) {
                case "numbered" ->
                        new Envelope.Numbered(
                                words[1], Long.parseLong(words[2]), SignalText.parse(words[3]));
                case "beat" -> new Envelope.Beat(words[1], Long.parseLong(words[2]));
                default -> new Envelope.Bare(SignalText.parse(text));
            };
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("no envelope: " + text, e);
        }
    }
}
