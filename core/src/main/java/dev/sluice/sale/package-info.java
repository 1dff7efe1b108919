/// The rules of a sale as values and pure functions: sales, offers, claims, orders, money,
/// movements. Nothing here reads a clock, draws a random number or touches a store.
///
/// Uses: id.
package dev.sluice.sale;
