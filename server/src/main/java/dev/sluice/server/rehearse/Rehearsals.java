package dev.sluice.server.rehearse;

import dev.sluice.server.http.Call;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonIn;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rehearsals that were started on this node, one at a time, each with a folder of its own that
/// has its report. The newest are kept, also over a restart.
///
/// Its monitor guards the one that runs; the map may be read at any time.
public final class Rehearsals implements AutoCloseable {

    static final int KEPT_MAX = 20;

    private static final Logger LOG = LoggerFactory.getLogger(Rehearsals.class);
    private static final String FILE = "rehearsal.json";
    private static final String CUT_OFF = "The server ended before the rehearsal did.";
    private static final long REPORT_BYTES_MAX = 16 * 1024 * 1024;

    private final Path folder;
    private final Optional<Supplier<RehearsalChild.Launch>> launch;
    private final InstantSource clock;
    private final LongSupplier ids;
    private final ConcurrentSkipListMap<StartedRehearsal.Id, StartedRehearsal> known =
            new ConcurrentSkipListMap<>(Comparator.reverseOrder());
    private StartedRehearsal.Id running;
    private RehearsalChild child;
    private boolean closed;

    /// @param launch how one is started, if that is allowed; asked late, since a port is known late
    public Rehearsals(
            Path folder,
            Optional<Supplier<RehearsalChild.Launch>> launch,
            InstantSource clock,
            LongSupplier ids) {
        this.folder = folder;
        this.launch = launch;
        this.clock = clock;
        this.ids = ids;
        load();
    }

    boolean isAllowed() {
        return launch.isPresent();
    }

    /// Newest first.
    List<StartedRehearsal> list() {
        return known.values().stream().limit(KEPT_MAX).toList();
    }

    Optional<StartedRehearsal> find(StartedRehearsal.Id id) {
        return Optional.ofNullable(known.get(id));
    }

    /// The process of this rehearsal, if it is the one that runs.
    synchronized Optional<RehearsalChild> findChild(StartedRehearsal rehearsal) {
        return rehearsal.id().equals(running) ? Optional.of(child) : Optional.empty();
    }

    /// Starts one. A [Problem] when that is not allowed, or when one runs already.
    synchronized StartedRehearsal start(StartedRehearsal.Request request) {
        var how = launch.orElseThrow(() -> Problem.of(Code.REHEARSAL_NOT_ALLOWED)).get();
        if (child != null) throw Problem.of(Code.REHEARSAL_RUNNING);
        if (closed) throw Problem.of(Code.UNAVAILABLE);
        var begun =
                StartedRehearsal.begun(new StartedRehearsal.Id(ids.getAsLong()), request, now());
        forgetOldest();
        keep(begun);
        try {
            child =
                    RehearsalChild.start(
                            how, request, folderOf(begun.id()), sale -> playing(begun.id(), sale));
        } catch (UncheckedIOException e) {
            LOG.warn("A rehearsal cannot be started: {}", e.getCause().toString());
            return keep(begun.failed("Its process cannot be started.", now()));
        }
        running = begun.id();
        child.watch(() -> ended(begun.id()));
        return begun;
    }

    /// The page of its report.
    Optional<byte[]> report(StartedRehearsal rehearsal) {
        if (rehearsal.state() != StartedRehearsal.State.ENDED) return Optional.empty();
        return read(folderOf(rehearsal.id()).resolve("report.html"));
    }

    @Override
    public void close() {
        Optional<RehearsalChild> running;
        synchronized (this) {
            closed = true;
            running = Optional.ofNullable(child);
        }
        running.ifPresent(RehearsalChild::close);
    }

    private synchronized void playing(StartedRehearsal.Id id, String sale) {
        if (Call.isIdLike(sale)) keep(known.get(id).playing(sale));
    }

    private synchronized void ended(StartedRehearsal.Id id) {
        var rehearsal = known.get(id);
        var now = now();
        var why = why();
        running = null;
        child = null;
        keep(verdict(id).map(v -> rehearsal.ended(v, now)).orElse(rehearsal.failed(why, now)));
    }

    /// Why it has no report, if it has none. What it said last is then its excuse.
    private String why() {
        if (closed) return CUT_OFF;
        if (child.isStopping()) return "It was stopped before there was anything to report.";
        return child.said().orElse("It ended without a word.");
    }

    /// From the report for machines, of which nothing is taken for granted.
    private Optional<StartedRehearsal.Verdict> verdict(StartedRehearsal.Id id) {
        var json = read(folderOf(id).resolve("report.json"));
        try {
            return json.map(JsonIn::object)
                    .map(report -> report.get("verdict"))
                    .filter(Map.class::isInstance)
                    .map(Map.class::cast)
                    .filter(v -> v.get("holds") instanceof Boolean)
                    .filter(v -> v.get("headline") instanceof String)
                    .map(v ->
                            new StartedRehearsal.Verdict(
                                    (Boolean) v.get("holds"), (String) v.get("headline")));
        } catch (Problem notJson) {
            return Optional.empty();
        }
    }

    /// What cannot be written is still known until the server ends.
    private StartedRehearsal keep(StartedRehearsal rehearsal) {
        known.put(rehearsal.id(), rehearsal);
        var file = folderOf(rehearsal.id()).resolve(FILE);
        try {
            Files.createDirectories(file.getParent());
            var draft = file.resolveSibling(FILE + ".part");
            Files.write(draft, JsonOut.object(rehearsal::write));
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("{} cannot be written: {}", file, e.toString());
        }
        return rehearsal;
    }

    private void forgetOldest() {
        while (known.size() >= KEPT_MAX) {
            var oldest = known.lastKey();
            known.remove(oldest);
            delete(folderOf(oldest));
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            LOG.warn("The rehearsal in {} cannot be deleted: {}", folder, e.toString());
        }
    }

    private void load() {
        if (!Files.isDirectory(folder)) return;
        var found = new ArrayList<Path>();
        try (var folders = Files.list(folder)) {
            folders.forEach(found::add);
        } catch (IOException e) {
            LOG.warn("The rehearsals in {} cannot be read: {}", folder, e.toString());
        }
        for (var each : found) load(each);
    }

    private void load(Path path) {
        try {
            read(path.resolve(FILE))
                    .map(StartedRehearsal::read)
                    .filter(each -> path.equals(folderOf(each.id())))
                    .ifPresent(each -> known.put(each.id(), over(each)));
        } catch (Problem | IllegalArgumentException notOurs) {
            LOG.warn("What is in {} is not a rehearsal.", path);
        }
    }

    /// One that was running when the server ended has ended, too.
    private StartedRehearsal over(StartedRehearsal rehearsal) {
        if (rehearsal.state() != StartedRehearsal.State.RUNNING) return rehearsal;
        return rehearsal.failed(CUT_OFF, rehearsal.startedAt());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private Path folderOf(StartedRehearsal.Id id) {
        return folder.resolve(id.toString());
    }

    private static Optional<byte[]> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > REPORT_BYTES_MAX) {
                return Optional.empty();
            }
            return Optional.of(Files.readAllBytes(file));
        } catch (IOException e) {
            LOG.warn("{} cannot be read: {}", file, e.toString());
            return Optional.empty();
        }
    }
}
