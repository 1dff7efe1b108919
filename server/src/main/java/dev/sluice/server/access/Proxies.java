package dev.sluice.server.access;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// The proxies whose word on a client's address is taken. A header from anybody else is ignored,
/// since a client can write whatever it likes.
public final class Proxies {

    private static final int HOPS_MAX = 16;

    /// A network such as `10.0.0.0/8`; a single address is one of full length.
    private record Network(byte[] address, int bits) {

        boolean contains(byte[] other) {
            if (other.length != address.length) return false;
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if (((address[bit >> 3] ^ other[bit >> 3]) & mask) != 0) return false;
            }
            return true;
        }
    }

    private final List<Network> trusted;

    private Proxies(List<Network> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    /// Reads addresses and networks with commas between them; an empty text trusts nobody.
    public static Proxies parse(String text) {
        var trusted = new ArrayList<Network>();
        for (var part : text.split(",")) {
            if (!part.isBlank()) trusted.add(network(part.strip()));
        }
        return new Proxies(trusted);
    }

    public boolean trusts(InetAddress peer) {
        var address = peer.getAddress();
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    /// The client behind a trusted peer: the last hop in `X-Forwarded-For` that is not a trusted
    /// proxy itself. Nonsense in the header ends the search at the hop that wrote it.
    public Client client(InetAddress peer, String forwardedFor) {
        if (forwardedFor == null) return Client.of(peer);
        var hops = forwardedFor.split(",");
        var client = peer;
        for (int i = hops.length - 1; i >= Math.max(0, hops.length - HOPS_MAX); i--) {
            try {
                client = InetAddress.ofLiteral(hops[i].strip());
            } catch (IllegalArgumentException nonsense) {
                break;
            }
            if (!trusts(client)) break;
        }
        return Client.of(client);
    }

    private static Network network(String text) {
        int slash = text.indexOf('/');
        var address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
        var bytes = address.getAddress();
        int bits = slash < 0 ? bytes.length * 8 : Integer.parseInt(text.substring(slash + 1));
        if (bits < 0 || bits > bytes.length * 8) {
            throw new IllegalArgumentException("a network cannot have " + bits + " bits");
        }
        return new Network(bytes, bits);
    }
}
