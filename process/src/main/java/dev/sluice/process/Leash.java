package dev.sluice.process;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/// Runs another `main` in this process and ends the process when standard input ends, which is when
/// the one that started it has gone, however it went.
final class Leash {
    private static final int LET_GO = 3;

    private Leash() {}

    /// @param arguments the class with the `main` to run, then its arguments
    public static void main(String[] arguments) throws Throwable {
        Thread.ofPlatform().daemon().name("leash").start(Leash::endWithParent);
        var held = Class.forName(arguments[0]);
        var type = MethodType.methodType(void.class, String[].class);
        MethodHandles.privateLookupIn(held, MethodHandles.lookup())
                .findStatic(held, "main", type)
                .invoke(Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is expected; only the end matters.
            }
        } catch (IOException e) {
            System.err.println("leash: " + e.getMessage());
        }
        Runtime.getRuntime().halt(LET_GO);
    }
}
