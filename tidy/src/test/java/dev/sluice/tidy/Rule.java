package dev.sluice.tidy;

import java.util.List;
import java.util.function.Function;

/// Everything that is asked of a single Java source.
enum Rule {
    FILE_LENGTH(Sizes::fileLength),
    METHOD_LENGTH(Sizes::methodLength),
    LINE_LENGTH(Sizes::lineLength),
    PARAMETERS(Sizes::parameters),
    MACHINE_TIME(Bans::machineTime),
    STOPWATCH(Bans::stopwatch),
    SLEEP(Bans::sleep),
    NAP(Bans::nap),
    HASTE(Bans::haste),
    STACK_TRACE(Bans::stackTrace),
    CHANCE(Bans::chance),
    RANDOM_ID(Bans::randomId),
    EXPRESSION(Bans::expression),
    LEFTOVER(Leftovers::marks),
    COMMENTED_OUT_CODE(Leftovers::code),
    TYPE_NAME(Names::types);

    private final Function<Source, List<Finding>> check;

    Rule(Function<Source, List<Finding>> check) {
        this.check = check;
    }

    List<Finding> check(Source source) {
        return check.apply(source);
    }
}
