package dev.sluice.server.config;

import java.util.Collection;

/// The question whether somebody who typed an unknown name meant the nearest known one.
public final class Suggestion {

    private Suggestion() {}

    /// Empty when no name is near.
    public static String of(String name, Collection<String> known) {
        String nearest = null;
        int least = Math.max(2, name.length() / 3) + 1;
        for (var candidate : known) {
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest == null ? "" : " Did you mean " + nearest + "?";
    }

    /// How many characters have to be typed, deleted or replaced to make one text the other.
    private static int distance(String from, String to) {
        var row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) row[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
