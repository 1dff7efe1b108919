package dev.sluice.rehearsal.terminal;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// Where a view is shown.
///
/// @param terminal whether lines can be drawn again in place
record Screen(boolean terminal, TerminalLines.Look look, PrintStream out) {
    private static final int USUAL_COLUMNS = 80;
    private static final int COLUMNS_MIN = 20;
    private static final int COLUMNS_MAX = 120;

    static Screen of(PrintStream out, boolean terminal) {
        var noColour = System.getenv("NO_COLOR");
        boolean dumb = "dumb".equals(System.getenv("TERM"));
        boolean colour = terminal && !dumb && (noColour == null || noColour.isEmpty());
        boolean unicode = StandardCharsets.UTF_8.equals(out.charset());
        int columns = terminal && !dumb ? columns() : USUAL_COLUMNS;
        var look = new TerminalLines.Look(columns, colour, unicode);
        return new Screen(terminal && !dumb, look, out);
    }

    /// The width of the window when the view opens. A window that becomes narrower later cuts the
    /// lines, since they are drawn without wrapping.
    private static int columns() {
        try {
            var stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return USUAL_COLUMNS;
            }
            var said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return columnsOf(said);
        } catch (IOException unknown) {
            return USUAL_COLUMNS;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return USUAL_COLUMNS;
        }
    }

    /// From rows and columns as `stty size` prints them.
    static int columnsOf(String size) {
        var words = size.strip().split("\\s+");
        boolean known = words.length == 2 && words[1].matches("[1-9][0-9]{0,4}");
        return known
                ? Math.clamp(Integer.parseInt(words[1]), COLUMNS_MIN, COLUMNS_MAX)
                : USUAL_COLUMNS;
    }
}
