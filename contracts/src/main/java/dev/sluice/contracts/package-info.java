/// One test suite per port, which every adapter's test inherits, and the builders, plain models and
/// clocks that the tests share.
package dev.sluice.contracts;
