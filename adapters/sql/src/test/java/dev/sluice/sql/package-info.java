/// Databases for the tests of all rooms: a file for each test, or the real servers.
package dev.sluice.sql;
