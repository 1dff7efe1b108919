/// What operators do and see: products, sales, offers, switches, the ledger, parked claims,
/// refunds, and the live view.
///
/// Uses: access, engine, http, json.
package dev.sluice.server.admin;
