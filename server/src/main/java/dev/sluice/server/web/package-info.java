/// Pages and files from the jar, the documentation of the API, and health.
///
/// Uses: access, http, json.
package dev.sluice.server.web;
