package dev.sluice.tidy;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TreeTest {
    private static final List<Source> JAVA = Tree.here().java();
    private static final List<Source> TEXTS = Tree.here().texts();
    private static final Rooms ROOMS = new Rooms(JAVA, TEXTS);

    @ParameterizedTest
    @EnumSource
    void every_source_keeps(Rule rule) {
        none(JAVA.stream().flatMap(source -> rule.check(source).stream()).toList(), rule.name());
    }

    @ParameterizedTest
    @EnumSource
    void the_rooms_keep(RoomRule rule) {
        none(rule.check(ROOMS), rule.name());
    }

    @Test
    void every_package_is_introduced() {
        none(Hygiene.packagesWithoutInfo(JAVA), "PACKAGE_INFO");
    }

    @Test
    void no_file_names_a_registry_or_a_home() {
        for (var source : TEXTS) {
            none(Hygiene.registries(source), "REGISTRY");
            none(Hygiene.homes(source), "HOME");
        }
    }

    @Test
    void every_link_between_pages_leads_somewhere() {
        var tree = Tree.here();
        for (var source : TEXTS) none(Links.broken(source, tree::has), "LINK");
    }

    @Test
    void the_tree_is_seen() {
        assertTrue(
                JAVA.stream().anyMatch(source -> source.path().startsWith("core/src/main/java/")));
        assertTrue(JAVA.stream().anyMatch(source -> source.name().equals("TreeTest.java")));
        assertTrue(TEXTS.stream().anyMatch(source -> source.path().equals("pom.xml")));
    }

    private static void none(List<Finding> findings, String rule) {
        if (findings.isEmpty()) return;
        var list = new StringBuilder(rule + " is broken in " + findings.size() + " places:");
        for (var finding : findings)
            list.append("\n  ").append(finding).append(" [").append(rule).append("]");
        fail(list.toString());
    }
}
