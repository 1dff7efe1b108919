/// The judges: ten promises, each a finding with its evidence and its counterexamples, from what
/// was seen and with arithmetic of their own.
///
/// Uses: evidence, scenario.
package dev.sluice.rehearsal.verdict;
