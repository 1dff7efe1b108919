package dev.sluice.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.server.access.Client;
import dev.sluice.server.http.Connections.Place;
import dev.sluice.server.http.Connections.Seat;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    private final Connections connections = new Connections(6, 2, () -> 0);

    @Test
    void one_too_many_of_an_address_gets_a_spare_seat_and_others_their_own() {
        assertEquals(List.of(Place.OWN, Place.OWN, Place.SPARE), places("192.0.2.1", 3));
        assertEquals(List.of(Place.OWN), places("192.0.2.2", 1));
    }

    @Test
    void the_addresses_of_one_network_of_ipv6_count_as_one() {
        assertEquals(List.of(Place.OWN), places("2001:db8::1", 1));
        assertEquals(List.of(Place.OWN), places("2001:db8::2", 1));
        assertEquals(List.of(Place.SPARE), places("2001:db8::3", 1));
        assertEquals(List.of(Place.OWN), places("2001:db8:0:1::1", 1));
    }

    @Test
    void who_is_not_counted_may_have_as_many_as_there_are() {
        var proxy = Client.of(InetAddress.ofLiteral("192.0.2.1"));
        for (int i = 0; i < 6; i++) {
            assertEquals(Place.OWN, connections.enter(proxy, false).place());
        }
        assertEquals(Place.SPARE, connections.enter(proxy, false).place());
    }

    @Test
    void an_address_gets_few_spare_seats() {
        var places = places("192.0.2.1", 2 + Connections.SPARES_PER_ADDRESS_MAX + 1);

        assertEquals(Place.SPARE, places.get(places.size() - 2));
        assertEquals(Place.NONE, places.getLast());
        assertEquals(2 + Connections.SPARES_PER_ADDRESS_MAX, connections.open());
    }

    @Test
    void there_are_never_more_than_the_limit_of_open_files_leaves_room_for() {
        assertEquals(100_000, Connections.max(100_000, 1_048_576));
        assertEquals(100_000, Connections.max(100_000, Long.MAX_VALUE));
        assertEquals(100_000, Connections.max(100_000, -1), "nobody knows");
        assertEquals(20_000 - 512, Connections.max(100_000, 20_000));
        assertEquals(512, Connections.max(100_000, 1_024));
        assertEquals(128, Connections.max(100_000, 256));
        assertEquals(10, Connections.max(10, 256));
    }

    @Test
    void whoever_leaves_is_forgotten() {
        var seats = new ArrayList<Seat>();
        for (int i = 0; i < 50; i++) seats.add(enter("192.0.2." + i % 5));

        seats.forEach(Seat::leave);

        assertEquals(0, connections.open());
        assertEquals(0, connections.addresses());
        assertEquals(List.of(Place.OWN), places("192.0.2.1", 1));
    }

    private List<Place> places(String address, int count) {
        var places = new ArrayList<Place>();
        for (int i = 0; i < count; i++) places.add(enter(address).place());
        return places;
    }

    private Seat enter(String address) {
        return connections.enter(Client.of(InetAddress.ofLiteral(address)), true);
    }
}
