/// News by WebSocket: claims to their buyer, availability to whoever watches an offer.
///
/// Uses: access, config, engine, http, json, metrics.
package dev.sluice.server.live;
