package dev.sluice.contracts;

/// Whether this is a run of everything, `./sluice test --all`, which may take its time: some tests
/// then repeat a thing more often, or look at it from more sides, than a plain run does.
public final class Thorough {

    private Thorough() {}

    public static boolean isOn() {
        return Boolean.getBoolean("sluice.test.all");
    }

    /// How often a thing is done in a plain run and in one of everything.
    public static int times(int plain, int all) {
        return isOn() ? all : plain;
    }
}
