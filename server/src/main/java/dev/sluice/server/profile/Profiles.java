package dev.sluice.server.profile;

import dev.sluice.port.Unavailable;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.World;
import java.nio.file.Path;

/// Opens the profile that the settings name, or says in words why that cannot be.
public final class Profiles {

    private Profiles() {}

    /// @param data the folder of a node that keeps everything itself
    public static Profile open(AdapterConfig adapters, Path data, World world) {
        return switch (adapters.holds()) {
            case EMBEDDED -> embedded(data, world);
            case REDIS -> shared(adapters, world);
        };
    }

    private static Profile shared(AdapterConfig adapters, World world) {
        try {
            return new SharedProfile(adapters, world);
        } catch (IllegalStateException e) {
            throw new StartFailure(e.getMessage());
        } catch (Unavailable | IllegalArgumentException e) {
            throw new StartFailure(
                    "Cannot reach what the settings name: %s. Check that it runs, and the address,"
                                    .formatted(e.getMessage())
                            + " user and password.");
        }
    }

    private static Profile embedded(Path data, World world) {
        try {
            return new EmbeddedProfile(data, world.clock());
        } catch (StartFailure said) {
            throw said;
        } catch (RuntimeException e) {
            throw new StartFailure(
                    "Cannot open the data folder %s: %s. Choose another folder with --data DIR."
                            .formatted(data, e.getMessage()));
        }
    }
}
