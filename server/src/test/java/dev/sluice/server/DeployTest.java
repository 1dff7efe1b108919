package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.contracts.Services;
import dev.sluice.server.config.Setting;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Routes.Match;
import dev.sluice.server.web.Health;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/// Holds what operators deploy to the code: compose.yaml, the manifests and their pages.
class DeployTest {

    private static final Path ROOT = Services.root();
    private static final Path DEPLOY = ROOT.resolve("deploy");
    private static final Path MANIFESTS = DEPLOY.resolve("kubernetes");

    private static final Pattern VARIABLE = Pattern.compile("\\bSLUICE_[A-Z_]+");
    private static final Pattern NAME = Pattern.compile("(?m)(?:`|^)(sluice\\.[a-z.-]+)(?=[`=])");
    private static final Pattern EDGE_VARIABLE = Pattern.compile("\\bEDGE_[A-Z_]+");

    @Test
    void every_setting_that_is_named_exists() throws IOException {
        var unknown = new TreeSet<String>();
        for (var file : files()) {
            var text = Files.readString(file);
            for (var variable : found(VARIABLE, text)) {
                if (!variables().contains(variable)) unknown.add(shown(file) + ": " + variable);
            }
            for (var name : found(NAME, text)) {
                if (!names().contains(name)) unknown.add(shown(file) + ": " + name);
            }
        }
        assertEquals(Set.of(), unknown);
    }

    @Test
    void every_variable_of_the_edge_exists_and_is_explained() throws IOException {
        var render = Files.readString(DEPLOY.resolve("nginx/render"));
        var explained = found(Pattern.compile("(?m)^#   (EDGE_[A-Z_]+) "), render);
        var unknown = new TreeSet<String>();
        for (var file : files()) {
            if (file.startsWith(DEPLOY.resolve("nginx"))) continue;
            for (var variable : found(EDGE_VARIABLE, Files.readString(file))) {
                if (!explained.contains(variable)) unknown.add(shown(file) + ": " + variable);
            }
        }
        assertEquals(Set.of(), unknown);
        assertTrue(explained.size() > 10, "the page of render is read");
    }

    @Test
    void compose_names_only_what_it_has() throws IOException {
        var compose = documents(ROOT.resolve("compose.yaml")).getFirst();
        var services = compose.get("services");
        for (var service : services.properties()) {
            for (var needed : namesIn(service.getValue().path("depends_on"))) {
                assertTrue(services.has(needed), service.getKey() + " needs " + needed);
            }
            assertTrue(
                    service.getValue().has("networks") && service.getValue().has("image"),
                    service.getKey());
            for (var volume : service.getValue().path("volumes")) {
                assertVolume(compose, volume.asText().split(":")[0]);
            }
        }
        var nodes = services.at("/nginx/environment/EDGE_NODES").asText().split(" ");
        for (int i = 1; i <= nodes.length; i++) {
            var address = services.at("/node-" + i + "/networks/sluice/ipv4_address").asText();
            assertEquals(address + ":8080", nodes[i - 1]);
        }
        assertEquals(3, nodes.length);
    }

    @Test
    void the_other_set_ups_of_compose_have_their_engines() throws IOException {
        var services = documents(ROOT.resolve("compose.yaml")).getFirst().get("services");
        var profiles = new TreeSet<String>();
        services.forEach(s -> s.path("profiles").forEach(p -> profiles.add(p.asText())));
        var chosen = new TreeSet<String>();
        for (var file : files()) {
            if (!file.toString().endsWith(".env")) continue;
            for (var line : Files.readAllLines(file)) {
                if (line.startsWith("COMPOSE_PROFILES=")) chosen.add(line.split("=")[1]);
            }
        }
        assertEquals(Set.of("rabbitmq-mariadb", "rocketmq"), chosen);
        assertEquals(chosen, profiles);
    }

    @Test
    void each_kustomization_has_its_files() throws IOException {
        int count = 0;
        for (var file : files()) {
            if (!file.endsWith("kustomization.yaml")) continue;
            count++;
            for (var resource : documents(file).getFirst().get("resources")) {
                var path = file.resolveSibling(resource.asText());
                assertTrue(Files.exists(path), shown(file) + " names " + resource);
            }
        }
        assertEquals(4, count);
    }

    @Test
    void probes_ask_ports_and_paths_that_exist() throws IOException {
        var routes = new Routes();
        new Health().register(routes);
        var edge = Files.readString(DEPLOY.resolve("nginx/nginx.conf.template"));
        int count = 0;
        for (var container : containers()) {
            var ports = portNames(container);
            for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                var get = container.path(probe).path("httpGet");
                if (get.isMissingNode()) continue;
                count++;
                var path = get.get("path").asText();
                assertTrue(ports.contains(get.get("port").asText()), probe + " " + get);
                if (path.startsWith("/edge/")) assertTrue(edge.contains("= " + path + " {"), path);
                else assertInstanceOf(Match.Found.class, routes.find(HttpMethod.GET, path));
            }
        }
        assertEquals(5, count);
    }

    @Test
    void services_policies_and_budgets_select_pods_that_exist() throws IOException {
        var labels = new TreeSet<String>();
        var ports = new TreeSet<String>();
        for (var manifest : manifests("StatefulSet")) {
            var app = manifest.at("/spec/template/metadata/labels/app").asText();
            labels.add(app);
            assertEquals(app, manifest.at("/spec/selector/matchLabels/app").asText());
        }
        containers().forEach(container -> ports.addAll(portNames(container)));
        for (var service : manifests("Service")) {
            assertTrue(labels.contains(service.at("/spec/selector/app").asText()), "" + service);
            for (var port : service.at("/spec/ports")) {
                assertTrue(ports.contains(port.get("targetPort").asText()), "" + port);
            }
        }
        for (var budget : manifests("PodDisruptionBudget")) {
            assertTrue(labels.contains(budget.at("/spec/selector/matchLabels/app").asText()));
        }
        for (var policy : manifests("NetworkPolicy")) {
            assertTrue(labels.contains(policy.at("/spec/podSelector/matchLabels/app").asText()));
        }
        assertEquals(Set.of("sluice", "sluice-edge"), labels);
    }

    @Test
    void two_of_three_nodes_stay_and_each_has_an_address_of_its_own() throws IOException {
        var nodes = manifest("StatefulSet", "sluice");
        int replicas = nodes.at("/spec/replicas").asInt();
        assertEquals(3, replicas);
        var budget = manifest("PodDisruptionBudget", "sluice");
        assertEquals(replicas - 1, budget.at("/spec/minAvailable").asInt());
        for (int i = 0; i < replicas; i++) {
            var selector = manifest("Service", "sluice-" + i).at("/spec/selector");
            assertEquals(
                    "sluice-" + i, selector.get("statefulset.kubernetes.io/pod-name").asText());
        }
        var base = Files.readString(MANIFESTS.resolve("base/kustomization.yaml"));
        assertTrue(base.contains("EDGE_NODES=sluice-0:8080 sluice-1:8080 sluice-2:8080\n"));
        assertFalse(nodes.at("/spec/template/spec/enableServiceLinks").asBoolean(true));
    }

    @Test
    void nothing_that_is_secret_stands_in_a_tracked_file() throws IOException {
        for (var line : Files.readAllLines(MANIFESTS.resolve("base/secrets.env.example"))) {
            var isSecret = line.startsWith("SLUICE_") && !line.startsWith("SLUICE_SQL_USER");
            if (isSecret) assertTrue(line.endsWith("="), line);
        }
        var compose = Files.readString(ROOT.resolve("compose.yaml"));
        var secret = Pattern.compile("(?m)^ +\\w+_(KEY|PASSWORD|PASS): (.*)$");
        for (var value : secret.matcher(compose).results().toList()) {
            assertTrue(value.group(2).matches("\\$\\{\\w+:[?-]}|\"1\""), value.group());
        }
    }

    private static void assertVolume(JsonNode compose, String source) {
        if (source.startsWith(".")) assertTrue(Files.exists(ROOT.resolve(source)), source);
        else assertTrue(compose.get("volumes").has(source), source);
    }

    private static List<String> namesIn(JsonNode list) {
        var names = new ArrayList<String>();
        if (list.isArray()) list.forEach(entry -> names.add(entry.asText()));
        else list.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> variables() {
        var variables = new TreeSet<String>();
        for (var setting : Setting.ALL) variables.addAll(setting.variables());
        return variables;
    }

    private static Set<String> names() {
        var names = new TreeSet<String>();
        for (var setting : Setting.ALL) names.add(setting.name());
        return names;
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(match.groupCount()))
                .map(name -> name.replaceFirst("[.-]$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<JsonNode> containers() throws IOException {
        var containers = new ArrayList<JsonNode>();
        for (var manifest : manifests("StatefulSet")) {
            manifest.at("/spec/template/spec/containers").forEach(containers::add);
        }
        return containers;
    }

    private static Set<String> portNames(JsonNode container) {
        var names = new TreeSet<String>();
        container.get("ports").forEach(port -> names.add(port.get("name").asText()));
        return names;
    }

    private static JsonNode manifest(String kind, String name) throws IOException {
        return manifests(kind).stream()
                .filter(manifest -> manifest.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> manifests(String kind) throws IOException {
        var manifests = new ArrayList<JsonNode>();
        for (var file : files()) {
            if (!file.startsWith(MANIFESTS) || !file.toString().endsWith(".yaml")) continue;
            for (var document : documents(file)) {
                if (document.path("kind").asText().equals(kind)) manifests.add(document);
            }
        }
        assertFalse(manifests.isEmpty(), kind);
        return manifests;
    }

    private static List<JsonNode> documents(Path file) throws IOException {
        var documents = new ArrayList<JsonNode>();
        for (var document : new Yaml().loadAll(Files.readString(file))) {
            documents.add(Document.JSON.valueToTree(document));
        }
        return documents;
    }

    /// All that this test is about.
    private static List<Path> files() throws IOException {
        var files = new ArrayList<>(List.of(ROOT.resolve("compose.yaml")));
        files.add(ROOT.resolve("Dockerfile"));
        files.add(ROOT.resolve("docs/scaling.md"));
        try (Stream<Path> deployed = Files.walk(DEPLOY)) {
            deployed.filter(Files::isRegularFile).forEach(files::add);
        }
        return files;
    }

    private static String shown(Path file) {
        return ROOT.relativize(file).toString();
    }
}
