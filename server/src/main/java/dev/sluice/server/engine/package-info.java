/// What stands behind the routes: the ports of a profile, the parts of core on top of them, and the
/// duties that keep them going.
///
/// Uses: cache, config, metrics.
package dev.sluice.server.engine;
