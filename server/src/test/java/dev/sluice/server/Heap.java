package dev.sluice.server;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/// What is on this process's heap.
final class Heap {

    private Heap() {}

    /// How many objects of a type there are that somebody still needs.
    ///
    /// @param type a class that there is
    static long count(String type) {
        try {
            Class.forName(type, false, Heap.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        for (var line : histogram().lines().toList()) {
            var words = line.strip().split("\\s+");
            if (words.length > 3 && words[3].equals(type)) return Long.parseLong(words[1]);
        }
        return 0;
    }

    private static String histogram() {
        try {
            var command = new ObjectName("com.sun.management:type=DiagnosticCommand");
            var signature = new String[] {String[].class.getName()};
            return (String)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    command,
                                    "gcClassHistogram",
                                    new Object[] {new String[0]},
                                    signature);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
