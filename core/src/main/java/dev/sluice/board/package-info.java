/// What a node remembers of sales and claims, so that most of a crowd is answered without asking
/// anybody: the offers with their sold-out marks, the claims with their ends, the counts of the
/// funnel, and the tables of numbers that keep them small. Also the making of ids.
///
/// Uses: id, news, port, sale.
package dev.sluice.board;
