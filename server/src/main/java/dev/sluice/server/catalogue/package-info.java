/// Sales as buyers see them: answers that are written once and sent as they are, and what is left
/// of the stock, once a second.
///
/// Uses: access, http, json.
package dev.sluice.server.catalogue;
