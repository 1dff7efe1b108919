package dev.sluice.rehearsal.terminal;

import dev.sluice.rehearsal.crowd.Snapshot;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Shows how a rehearsal stands while it runs: on a terminal a few lines that are drawn again in
/// place, elsewhere a plain line a second, when something is different from the line before.
///
/// One daemon thread asks and draws; whoever opened the view closes it from any thread. Closing
/// shows the last state once more and gives the cursor back, as does the end of the process.
public final class TerminalView implements AutoCloseable {
    private static final long LIVE_MILLIS = 250;
    private static final long PLAIN_MILLIS = 1_000;
    private static final String BEGIN = "\u001b[?25l\u001b[?7l";
    private static final String END = "\u001b[?7h\u001b[?25h";

    private final Supplier<Snapshot> snapshots;
    private final Screen screen;
    private final ScheduledExecutorService clock;
    private final Thread giveBack = new Thread(this::restore, "rehearsal-view-end");

    private int drawn;
    private String said = "";
    private long stockMost;
    private boolean begun;
    private boolean closed;

    /// @param snapshots asked from the view's own thread; null while there is nothing to show
    /// @param terminal whether `out` leads to one
    public TerminalView(Supplier<Snapshot> snapshots, boolean terminal, PrintStream out) {
        this(snapshots, Screen.of(out, terminal));
        long every = screen.terminal() ? LIVE_MILLIS : PLAIN_MILLIS;
        clock.scheduleAtFixedRate(this::show, 0, every, TimeUnit.MILLISECONDS);
        Runtime.getRuntime().addShutdownHook(giveBack);
    }

    /// One that shows only when it is told to.
    public TerminalView(Supplier<Snapshot> snapshots, Screen screen) {
        this.snapshots = snapshots;
        this.screen = screen;
        this.clock =
                Executors.newSingleThreadScheduledExecutor(task ->
                        Thread.ofPlatform().daemon().name("rehearsal-view").unstarted(task));
    }

    /// Shows the state of this moment.
    synchronized void show() {
        if (closed) return;
        var now = snapshots.get();
        if (now == null) return;
        stockMost = Math.max(stockMost, now.stockLeft());
        if (screen.terminal()) draw(TerminalLines.live(now, stockMost, screen.look()));
        else say(TerminalLines.plain(now));
        screen.out().flush();
    }

    private void draw(List<String> lines) {
        var frame = new StringBuilder();
        if (!begun) frame.append(BEGIN);
        begun = true;
        if (drawn > 0) frame.append("\u001b[").append(drawn).append('A');
        // Cleared before and not after: behind a full line that would take its last letter.
        for (var line : lines) frame.append("\r\u001b[K").append(line).append('\n');
        frame.append("\u001b[J");
        screen.out().print(frame);
        drawn = lines.size();
    }

    private void say(String line) {
        if (line.equals(said)) return;
        screen.out().println(line);
        said = line;
    }

    @Override
    public void close() {
        clock.shutdown();
        show();
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(giveBack);
        } catch (IllegalStateException ending) {
            // The process ends already, and the hook finds nothing left to do.
        }
    }

    private synchronized void restore() {
        closed = true;
        if (!begun) return;
        begun = false;
        screen.out().print(END);
        screen.out().flush();
    }
}
