/// Plots as SVG: axes, lines, labels and the funnel. Knows of numbers and nothing of sales.
///
/// Uses: nothing.
package dev.sluice.rehearsal.plot;
