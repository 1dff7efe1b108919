/// Reads the source tree and holds it to the counts, bans and names of the style, and its pages to
/// the tree. A rule is a function from one source to findings; `TreeTest` applies all of them, and
/// each has a test that shows it can fail. A rule of rooms is a function from all packages to
/// findings, and is shown to fail in the same way.
package dev.sluice.tidy;
