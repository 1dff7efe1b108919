package dev.sluice.server;

import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.random.RandomGenerator;

/// The folder for persistent data. While it is open nobody else can open it: the file `lock` in it
/// is locked, and says by which process.
final class DataFolder implements AutoCloseable {

    /// The lock covers a byte far behind the text, so that others can read who has it.
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private static final int OPERATOR_KEY_BYTES = 24;

    /// @param isNew whether the key was made just now and nobody has seen it yet
    record OperatorKey(String text, boolean isNew) {}

    private final Path path;
    private final FileChannel lock;

    private DataFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    static DataFolder open(Path path) {
        try {
            Files.createDirectories(path);
            return new DataFolder(path, lock(path));
        } catch (IOException e) {
            throw notWritable(path);
        }
    }

    Path path() {
        return path;
    }

    /// The key in the file `operator-key`, which is made if it is not there.
    OperatorKey operatorKey(RandomGenerator random) {
        var file = path.resolve("operator-key");
        try {
            if (Files.exists(file)) return existingKey(file);
            var bytes = new byte[OPERATOR_KEY_BYTES];
            random.nextBytes(bytes);
            var key = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            writeForOwnerOnly(file, key + "\n");
            return new OperatorKey(key, true);
        } catch (IOException e) {
            throw new StartFailure(
                    "Cannot read or write " + file + ". Check its permissions, or delete it.");
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new IllegalStateException("the lock of " + path + " cannot be closed", e);
        }
    }

    private static OperatorKey existingKey(Path file) throws IOException {
        var key = Files.readString(file).strip();
        if (key.isEmpty()) {
            throw new StartFailure("The file " + file + " is empty. Delete it to get a new key.");
        }
        return new OperatorKey(key, false);
    }

    private static FileChannel lock(Path path) throws IOException {
        var file = path.resolve("lock");
        var channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        if (!isLocked(channel)) {
            var owner = Files.readString(file).strip();
            channel.close();
            throw new StartFailure(
                    "The data folder %s is in use by another Sluice%s. Stop it, or choose another"
                                    .formatted(
                                            path, owner.isEmpty() ? "" : " (process " + owner + ")")
                            + " folder with --data DIR.");
        }
        var pid = Long.toString(ProcessHandle.current().pid()) + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
        return channel;
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false) != null;
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        }
    }

    private static void writeForOwnerOnly(Path file, String text) throws IOException {
        var posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        var mode =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        if (posix) Files.createFile(file, mode);
        else Files.createFile(file);
        Files.writeString(file, text);
    }

    private static StartFailure notWritable(Path path) {
        return new StartFailure(
                "The data folder %s cannot be written. Check its owner and mode, or choose another"
                                .formatted(path)
                        + " folder with --data DIR.");
    }
}
