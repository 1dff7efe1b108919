package dev.sluice.tidy;

/// A place where a source of a room names a type of another room.
///
/// @param module the folder of the module that the type stands in; empty when no main source tells
/// @param room what a `Uses:` line calls the place where the type stands
record Use(FullName name, String module, String room) {

    Finding finding(String what) {
        return name.source().finding(name.position(), what);
    }

    @Override
    public String toString() {
        return name.source().typeName() + " uses " + name.type() + " of " + room;
    }
}
