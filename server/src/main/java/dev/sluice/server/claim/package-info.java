/// From pass to outcome: the routes that mint passes, take claims and tell what became of them.
///
/// Uses: access, challenge, engine, http, json.
package dev.sluice.server.claim;
