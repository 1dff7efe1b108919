/// What the edge in front of the nodes is told: which offers are sold out.
///
/// Uses: config.
package dev.sluice.server.nginx;
