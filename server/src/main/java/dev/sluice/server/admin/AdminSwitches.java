package dev.sluice.server.admin;

import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.engine.Switches.Switch;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import java.util.Arrays;
import java.util.EnumSet;

/// `/admin/switches`: degrading by hand.
public final class AdminSwitches {

    private static final String PATH = "/api/v1/admin/switches";

    private static final String[] FIELDS =
            Arrays.stream(Switch.values()).map(Switch::field).toArray(String[]::new);

    private final Switches switches;

    public AdminSwitches(Switches switches) {
        this.switches = switches;
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::show).put(PATH, RouteGroup.ADMIN, this::set);
    }

    private Reply show(Call call) {
        return reply();
    }

    /// One change at a time, since each leaves as it is what it does not name.
    private synchronized Reply set(Call call) {
        var body = call.body(FIELDS);
        var on = EnumSet.noneOf(Switch.class);
        for (var each : Switch.values()) {
            if (body.flag(each.field(), switches.isOn(each))) on.add(each);
        }
        switches.set(on);
        return reply();
    }

    private Reply reply() {
        return Reply.json(
                200,
                out -> {
                    for (var each : Switch.values()) out.flag(each.field(), switches.isOn(each));
                });
    }
}
