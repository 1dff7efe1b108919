/// JSON in and out, fields and what is wrong with them, and problems with their codes in both
/// languages.
///
/// Uses: nothing.
package dev.sluice.server.json;
