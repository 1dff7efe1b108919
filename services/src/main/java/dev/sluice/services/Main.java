package dev.sluice.services;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/// `Main rocketmq|zookeeper --port P --data DIR [--conf FILE]`: runs a server on 127.0.0.1 until
/// the process is ended. When the server answers there is a file `ready` in the folder.
public final class Main {

    private Main() {}

    public static void main(String[] words) throws Exception {
        var usage = "usage: rocketmq|zookeeper --port PORT --data FOLDER [--conf FILE]";
        if (words.length < 5) throw new IllegalArgumentException(usage);
        var options = new Properties();
        for (int i = 1; i + 1 < words.length; i += 2) {
            options.setProperty(words[i], words[i + 1]);
        }
        var port = Integer.parseInt(options.getProperty("--port"));
        var data = Path.of(options.getProperty("--data"));
        var conf = conf(options.getProperty("--conf"));
        Files.createDirectories(data);
        switch (words[0]) {
            case "rocketmq" -> Rocketmq.start(port, data, conf);
            case "zookeeper" -> Zookeeper.start(port, data, conf);
            default -> throw new IllegalArgumentException(usage);
        }
        Files.writeString(data.resolve("ready"), ProcessHandle.current().pid() + "\n");
    }

    private static Properties conf(String file) throws IOException {
        var conf = new Properties();
        if (file == null || !Files.exists(Path.of(file))) return conf;
        try (var in = Files.newBufferedReader(Path.of(file))) {
            conf.load(in);
        }
        return conf;
    }
}
