/// Edits made in the database by others, seen in its log.
package dev.sluice.capture;
