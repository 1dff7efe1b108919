package dev.sluice.rabbitmq;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/// Where a broker is and who we are there: `amqp://user:password@host:port/vhost`, or `amqps://`
/// over TLS, with the certificate checked. Parts may be percent-encoded. Without a user it is
/// guest, without a virtual host it is `/`. Its text hides the password.
record RabbitUrl(boolean tls, String host, int port, String user, String password, String vhost) {

    static RabbitUrl parse(String text) {
        try {
            return parse(URI.create(text));
        } catch (IllegalArgumentException e) {
            // The cause is left out, since its message would show the password.
            throw new IllegalArgumentException(
                    "sluice.rabbitmq: a url must be amqp://user:password@host:port/vhost");
        }
    }

    private static RabbitUrl parse(URI uri) {
        boolean tls = "amqps".equals(uri.getScheme());
        if (!tls && !"amqp".equals(uri.getScheme())) throw new IllegalArgumentException("scheme");
        if (uri.getHost() == null) throw new IllegalArgumentException("host");
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("query");
        }
        int port = uri.getPort();
        if (port == -1) port = tls ? 5671 : 5672;
        if (port < 1 || port > 65_535) throw new IllegalArgumentException("port");
        var login = uri.getRawUserInfo() == null ? "guest:guest" : uri.getRawUserInfo();
        int colon = login.indexOf(':');
        if (colon < 1) throw new IllegalArgumentException("user");
        var path = uri.getRawPath();
        var vhost = path.length() < 2 ? "/" : decoded(path.substring(1));
        return new RabbitUrl(
                tls,
                uri.getHost(),
                port,
                decoded(login.substring(0, colon)),
                decoded(login.substring(colon + 1)),
                vhost);
    }

    /// A plus sign stands for itself in these parts.
    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return (tls ? "amqps://" : "amqp://") + user + "@" + host + ":" + port + " " + vhost;
    }
}
