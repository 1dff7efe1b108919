/// Who calls and how often they may: sessions of buyers and operators, the limits of buyer, address
/// and node, and the groups of routes that share a limit.
///
/// Uses: nothing.
package dev.sluice.server.access;
