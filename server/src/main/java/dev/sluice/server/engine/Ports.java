package dev.sluice.server.engine;

import dev.sluice.port.Accounts;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Gates;
import dev.sluice.port.Grants;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Nodes;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Refunds;

/// The adapters that a Sluice runs on.
///
/// @param common what several nodes have in common, or nothing where there is one node
/// @param upkeep what the adapters want done about once a second, such as writing a cursor
public record Ports(
        OrderBook book,
        Refunds refunds,
        Catalogue catalogue,
        Accounts accounts,
        Grants grants,
        Nodes nodes,
        HoldStore store,
        ClaimQueue queue,
        Broadcast broadcast,
        Gates gates,
        ClusterPorts common,
        Runnable upkeep) {}
