/// Rehearsals that the console starts: their processes and reports, and crowds of buyers with
/// sessions.
///
/// Uses: access, http, json, process.
package dev.sluice.server.rehearse;
