/// Buyers: one-time codes, registering, logging in and out, passwords, and the ways by which
/// messages go out.
///
/// Uses: access, config, engine, http, json.
package dev.sluice.server.account;
