package dev.sluice.bench;

import java.util.EnumSet;
import java.util.Set;

/// What the command line can ask for: each measures one or more [Line]s. From `hold` on it is what
/// many nodes share, and a [Profile] says on which servers.
enum Part implements Named {
    BARE("a"),
    REFUSAL("b"),
    CLAIM("c"),
    SETTLEMENT("d"),
    READ("e"),
    CLAIM_TWIN("f"),
    HOLD("g"),
    ORDER("h"),
    CLAIM_SHARED("i");

    /// What it was called before it had a name.
    private final String letter;

    Part(String letter) {
        this.letter = letter;
    }

    static Set<Part> ofOneNode() {
        return EnumSet.range(BARE, CLAIM_TWIN);
    }

    static Set<Part> ofManyNodes() {
        return EnumSet.range(HOLD, CLAIM_SHARED);
    }

    /// By its name or its old letter. Throws [BenchFailure] when there is none.
    static Part named(String text) {
        for (var part : values()) {
            if (part.label().equalsIgnoreCase(text) || part.letter.equalsIgnoreCase(text)) {
                return part;
            }
        }
        throw new BenchFailure("--only does not know '" + text + "': try --help");
    }
}
