/// The load client: calls over kept HTTP/1.1 connections on one event loop, each of which ends with
/// an answer, a broken connection, or after its time; and the JSON of these calls.
///
/// Uses: nothing.
package dev.sluice.rehearsal.http;
