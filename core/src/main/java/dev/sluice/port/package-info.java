/// What Sluice needs of the world: one interface per need, each with its promises, each kept by a
/// contract suite in `contracts` that every adapter passes.
///
/// Uses: id, sale.
package dev.sluice.port;
