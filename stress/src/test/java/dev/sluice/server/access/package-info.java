/// Races for the last call that a limit allows; nobody outside of this package sees a bucket.
package dev.sluice.server.access;
