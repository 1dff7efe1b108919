package dev.sluice.tidy;

import java.util.List;
import java.util.function.Function;

/// Everything that is asked of the packages together.
enum RoomRule {
    USES_LINE(UsesLines::missing),
    UNNAMED_USE(UsesLines::unnamed),
    IDLE_NAME(UsesLines::idle),
    CYCLE(Cycles::in),
    ROOM_SIZE(RoomLimits::size),
    ADAPTER_USE(RoomLimits::adapters),
    ENGINE_USE(RoomLimits::engine),
    NEEDLESSLY_PUBLIC(Publics::needless);

    private final Function<Rooms, List<Finding>> check;

    RoomRule(Function<Rooms, List<Finding>> check) {
        this.check = check;
    }

    List<Finding> check(Rooms rooms) {
        return check.apply(rooms);
    }
}
