/// From pass to outcome: the routes that mint passes, take claims and tell what became of them.
///
/// Uses: access, challenge, config, engine, http, json.
package dev.sluice.server.claim;
