/// The report: a page and a JSON file with verdict, plots and tables.
///
/// Uses: evidence, plot, scenario, verdict.
package dev.sluice.rehearsal.report;
