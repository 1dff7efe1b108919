/// What a rehearsal has seen, as plain values: claims, orders, answers, oddities, and how it went
/// second by second. Whoever judges or reports reads this and asks nobody.
///
/// Uses: scenario.
package dev.sluice.rehearsal.evidence;
