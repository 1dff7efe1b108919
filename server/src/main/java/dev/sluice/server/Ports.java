package dev.sluice.server;

import dev.sluice.port.Accounts;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Grants;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Nodes;
import dev.sluice.port.OrderBook;

/// The adapters that a Sluice runs on.
///
/// @param upkeep what the adapters want done about once a second, such as writing a cursor
record Ports(
        OrderBook book,
        Catalogue catalogue,
        Accounts accounts,
        Grants grants,
        Nodes nodes,
        HoldStore store,
        ClaimQueue queue,
        Broadcast broadcast,
        Runnable upkeep) {}
