package dev.sluice.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The repository's own files: what is built, fetched or left by a run is not among them.
final class Tree {
    private static final Set<String> NOT_OURS =
            Set.of(".git", "target", "node_modules", "dist", ".idea", ".vscode");
    private static final long BYTES_MAX = 2_000_000;

    private final Path root;

    Tree(Path root) {
        this.root = root;
    }

    /// The tree that this module stands in.
    static Tree here() {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve("sluice")) && Files.exists(at.resolve("pom.xml"))) {
                return new Tree(at);
            }
        }
        throw new IllegalStateException("no folder above holds pom.xml and the launcher");
    }

    List<Source> java() {
        return files().stream()
                .filter(path -> path.endsWith(".java"))
                .filter(path -> path.contains("src/main/java/") || path.contains("src/test/java/"))
                .map(path -> Source.java(path, read(path)))
                .toList();
    }

    /// Every text file; what is not UTF-8 is no text.
    List<Source> texts() {
        return files().stream().map(path -> Source.plain(path, read(path))).toList();
    }

    /// Whether there is a file or folder of ours with this path from the root.
    boolean has(String path) {
        return !path.startsWith("..") && Files.exists(root.resolve(path));
    }

    private List<String> files() {
        var found = new ArrayList<String>();
        try {
            Files.walkFileTree(root, new Collector(found));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        found.sort(null);
        return found;
    }

    private String read(String path) {
        try {
            return Files.readString(root.resolve(path));
        } catch (CharacterCodingException binary) {
            return "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private final class Collector extends SimpleFileVisitor<Path> {
        private final List<String> found;

        Collector(List<String> found) {
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean ours = folder.equals(root) || !isForeign(folder);
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        private boolean isForeign(Path folder) {
            return NOT_OURS.contains(folder.getFileName().toString())
                    || folder.equals(root.resolve("data"));
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean log = file.toString().endsWith(".log");
            if (attributes.isRegularFile() && attributes.size() <= BYTES_MAX && !log) {
                found.add(root.relativize(file).toString().replace('\\', '/'));
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
