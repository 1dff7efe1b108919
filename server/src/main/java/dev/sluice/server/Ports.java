package dev.sluice.server;

import dev.sluice.port.Accounts;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Nodes;

/// The adapters that a Sluice runs on.
record Ports(Accounts accounts, Broadcast broadcast, Nodes nodes) {}
