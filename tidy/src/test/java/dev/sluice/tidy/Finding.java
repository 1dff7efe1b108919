package dev.sluice.tidy;

/// One place that breaks a rule.
record Finding(String file, int line, String what) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + what;
    }
}
