package dev.sluice.sql.base;

import java.util.List;

/// What a crash of the database server, or of its machine, would cost.
///
/// @param losses what breaks the promise that an answer is durable, in words, with the setting
/// @param warnings what is less than it could be
public record SqlDurability(List<String> losses, List<String> warnings) {

    public boolean isSafe() {
        return losses.isEmpty();
    }
}
