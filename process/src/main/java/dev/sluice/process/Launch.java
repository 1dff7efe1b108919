package dev.sluice.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// How to start a Java program in a process of its own that ends with this one (see [Leash]). It
/// gets no open file of ours, since Java closes them all in between.
///
/// @param classPath with the program and with this module
/// @param settings environment variables; those of another Sluice that happen to be around are not
///     for this one
public record Launch(
        String classPath,
        List<String> jvmOptions,
        String mainClass,
        List<String> arguments,
        Map<String, String> settings) {

    /// A process of this command. Its standard input is the leash, so nobody may redirect it, and
    /// `Process.destroy` would let go of it: to ask for an end, use the process handle's.
    public ProcessBuilder builder() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, Leash.class.getName(), mainClass));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
        builder.environment().putAll(settings);
        return builder;
    }

    Launch withOption(String option) {
        var options = Stream.concat(jvmOptions.stream(), Stream.of(option)).toList();
        return new Launch(classPath, options, mainClass, arguments, settings);
    }

    Launch replacing(String placeholder, String value) {
        var replaced = arguments.stream().map(each -> each.replace(placeholder, value)).toList();
        return new Launch(classPath, jvmOptions, mainClass, replaced, settings);
    }
}
