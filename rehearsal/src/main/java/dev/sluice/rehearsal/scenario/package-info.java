/// What is played: who comes when, what for and how they behave. Scenarios that ship, scenarios in
/// files, copies of sales, and what their fields may be.
///
/// Uses: nothing.
package dev.sluice.rehearsal.scenario;
