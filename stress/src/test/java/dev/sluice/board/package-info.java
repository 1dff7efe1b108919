/// Races in the tables of numbers, whose parts nobody outside of this package can see.
package dev.sluice.board;
