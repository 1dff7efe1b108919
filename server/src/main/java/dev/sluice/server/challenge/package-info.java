/// What a buyer solves before a pass: nothing, a sum in a picture, or proof of work.
///
/// Uses: access, config, http, json.
package dev.sluice.server.challenge;
