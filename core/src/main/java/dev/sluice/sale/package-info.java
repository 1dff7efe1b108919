/// The rules of a sale as values and pure functions: sales, offers, claims, orders, movements.
/// Nothing here reads a clock, draws a random number or touches a store.
package dev.sluice.sale;
