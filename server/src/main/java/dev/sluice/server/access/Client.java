package dev.sluice.server.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;

/// Where a request comes from.
///
/// @param address as text, for logs and records
/// @param limitKey what limits are counted by: the address, or the first 64 bits of an IPv6
///     address, since a single machine has all addresses below those
public record Client(String address, String limitKey, boolean isLoopback) {

    public static final Client UNKNOWN = new Client("unknown", "unknown", false);

    public static Client of(InetAddress address) {
        var text = address.getHostAddress();
        var key = text;
        if (address instanceof Inet6Address) {
            var network = Arrays.copyOf(address.getAddress(), 8);
            key = java.util.HexFormat.of().formatHex(network) + "/64";
        }
        return new Client(text, key, address.isLoopbackAddress());
    }
}
