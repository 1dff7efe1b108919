package dev.sluice.server;

import dev.sluice.server.config.Setting;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.Suggestion;
import dev.sluice.server.payment.PaymentConfig;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/// Finds the value of every setting: an option comes before the environment, the environment before
/// the file that `--config` names. What nobody knows is refused, with the nearest name that is
/// known.
final class CommandLine {

    private CommandLine() {}

    /// The settings for `sluice run` with these options in this environment.
    static Settings settings(List<String> options, Map<String, String> environment) {
        var values = new HashMap<String, String>();
        var fromOptions = options(options);
        var fromEnvironment = environment(environment);
        var file =
                Optional.ofNullable(fromOptions.get("sluice.config"))
                        .or(() -> Optional.ofNullable(fromEnvironment.get("sluice.config")))
                        .filter(name -> !name.isBlank());
        file.ifPresent(name -> values.putAll(file(name)));
        values.putAll(fromEnvironment);
        values.putAll(fromOptions);
        return Settings.of(values);
    }

    /// A table of all settings for people.
    static String table() {
        var table = new StringBuilder();
        for (var setting : Setting.ALL) {
            var option = setting.option().isEmpty() ? "" : setting.option() + ", ";
            table.append("  ").append(option).append(setting.name());
            if (!setting.standard().isEmpty()) table.append(" = ").append(setting.standard());
            table.append("\n      ").append(setting.meaning()).append('\n');
        }
        return table.toString();
    }

    private static Map<String, String> options(List<String> options) {
        var values = new HashMap<String, String>();
        for (int i = 0; i < options.size(); i++) {
            var text = options.get(i);
            int equals = text.indexOf('=');
            var option = equals < 0 ? text : text.substring(0, equals);
            var setting = Setting.withOption(option).orElseThrow(() -> unknownOption(option));
            if (equals >= 0) values.put(setting.name(), text.substring(equals + 1));
            else if (setting.isFlag()) values.put(setting.name(), "true");
            else if (++i < options.size()) values.put(setting.name(), options.get(i));
            else throw new StartFailure("The option " + option + " needs a value after it.");
        }
        return values;
    }

    private static Map<String, String> environment(Map<String, String> environment) {
        var values = new HashMap<String, String>();
        for (var setting : Setting.ALL) {
            for (var variable : setting.variables().reversed()) {
                var value = environment.get(variable);
                if (value != null && !value.isEmpty()) values.put(setting.name(), value);
            }
        }
        environment.forEach((variable, value) ->
                PaymentConfig.settingOf(variable).ifPresent(name -> values.put(name, value)));
        return values;
    }

    private static Map<String, String> file(String name) {
        var properties = new Properties();
        try {
            var text = Files.readString(Path.of(name), StandardCharsets.UTF_8);
            properties.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException e) {
            throw new StartFailure(
                    "Cannot read the settings in " + name + ". Check the path after --config.");
        }
        var values = new HashMap<String, String>();
        for (var key : properties.stringPropertyNames()) {
            boolean isKnown = Setting.named(key).isPresent() || PaymentConfig.isSetting(key);
            if (!isKnown) throw unknownSetting(key, name);
            values.put(key, properties.getProperty(key));
        }
        return values;
    }

    private static StartFailure unknownOption(String option) {
        var known = Setting.ALL.stream().map(Setting::option).filter(o -> !o.isEmpty()).toList();
        return new StartFailure(
                "There is no option %s.%s See: sluice run --help"
                        .formatted(option, Suggestion.of(option, known)));
    }

    private static StartFailure unknownSetting(String name, String file) {
        var known = Setting.ALL.stream().map(Setting::name).toList();
        return new StartFailure(
                "There is no setting %s (in %s).%s See: sluice run --help"
                        .formatted(name, file, Suggestion.of(name, known)));
    }
}
