/// One test suite per port, which every adapter's test inherits, and the samples, fixtures and
/// clocks that the tests share. The plain ports are those of `core`.
package dev.sluice.contracts;
