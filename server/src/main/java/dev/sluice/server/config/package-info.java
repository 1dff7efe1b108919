/// Settings one by one, with their defaults and what they mean; reading them; the clock, the chance
/// and the ids that all parts are given; and what is said when a node cannot start.
///
/// Uses: access.
package dev.sluice.server.config;
