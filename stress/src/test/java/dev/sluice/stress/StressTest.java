package dev.sluice.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/// Runs every race of this module, each in a JVM of its own. jcstress throws when one of them has
/// seen what is forbidden, and leaves a page with all counts in the folder that is named here.
class StressTest {

    /// Races of small objects, of which there are many at a time: what goes wrong in them goes
    /// wrong once in a hundred thousand times.
    private static final Group MANY =
            new Group(List.of("BucketsStress", "GateStress", "SequencerStress"), "256", "40");

    /// A batcher has threads and a map is large, so there are few of them at a time.
    private static final Group FEW =
            new Group(List.of("BatcherStress", "LongMapStress"), "16", "4");

    /// Races that are run alike.
    private record Group(List<String> races, String strideSize, String strideCount) {

        List<String> words() {
            var names = ".*\\.(" + String.join("|", races) + ")\\..*";
            return List.of(
                    "-t", names, "-strideSize", strideSize, "-strideCount", strideCount, "-f", "1");
        }
    }

    @Test
    void a_short_race_shows_nothing_that_is_forbidden() throws Exception {
        var one = List.of("-jvmArgs", "-XX:+UseParallelGC", "-sc", "false", "-af", "NONE");
        for (var group : List.of(MANY, FEW)) {
            runs("stress-short", group, one, List.of("-iters", "2", "-time", "600"));
        }
    }

    /// With each compiler, and with the threads on cores of their own.
    @Test
    @Tag("long")
    void a_long_race_shows_nothing_that_is_forbidden_however_it_is_compiled() throws Exception {
        for (var group : List.of(MANY, FEW)) {
            runs("stress-long", group, List.of(), List.of("-iters", "2", "-time", "1000"));
        }
    }

    private static void runs(String folder, Group group, List<String> modes, List<String> time)
            throws Exception {
        var page = List.of("-r", folder + "-" + group.strideSize);
        var words = Stream.of(page, group.words(), modes, time).flatMap(List::stream);
        var options = new Options(words.toArray(String[]::new));
        assertTrue(options.parse(), "jcstress knows these options");
        var stress = new JCStress(options);
        stress.run();
        assertEquals(stress.getTests(), ran(options.getResultFile()), "every race was run");
        assertEquals(group.races, tested(stress));
    }

    /// The races that have met at least once and ended well.
    private static TreeSet<String> ran(String resultFile) throws Exception {
        var results = new InProcessCollector();
        var reader = new DiskReadCollector(resultFile, results);
        reader.dump();
        reader.close();
        return results.getTestResults().stream()
                .filter(result -> result.status() == Status.NORMAL && result.getTotalCount() > 0)
                .map(TestResult::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> tested(JCStress stress) {
        return stress.getTests().stream()
                .map(name -> name.substring(0, name.lastIndexOf('.')))
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .distinct()
                .sorted()
                .toList();
    }
}
