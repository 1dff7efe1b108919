/// One test suite per port. An adapter's test implements a suite, gives it the adapter and inherits
/// its tests; the builders that suites share stand here too.
package dev.sluice.contracts;
