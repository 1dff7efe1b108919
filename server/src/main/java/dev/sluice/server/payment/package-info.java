/// Orders and their money: paying, notices of providers, refunds, and the sandbox, which is a
/// provider to play with.
///
/// Uses: access, config, engine, http, json, metrics.
package dev.sluice.server.payment;
