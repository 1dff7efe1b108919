package dev.sluice.server.config;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Time and chance, which only `Main` may ask the machine for.
///
/// @param random good enough for secrets, and safe to use from many threads
/// @param nanos a time that never jumps, for measuring
public record World(InstantSource clock, RandomGenerator random, LongSupplier nanos) {}
