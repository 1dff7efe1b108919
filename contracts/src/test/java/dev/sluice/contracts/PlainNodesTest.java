package dev.sluice.contracts;

import dev.sluice.plain.PlainNodes;
import dev.sluice.port.Nodes;

class PlainNodesTest implements NodesContract {

    private final Nodes nodes = new PlainNodes();

    @Override
    public Nodes nodes() {
        return nodes;
    }

    /// All of it is durable.
    @Override
    public void restart() {}
}
