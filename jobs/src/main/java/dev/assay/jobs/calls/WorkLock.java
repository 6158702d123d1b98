package dev.assay.jobs.calls;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.commons.io.function.IOFunction;
import org.apache.hadoop.fs.Path;

/** Who has a piece of work on this machine: a lock on a file of it, which goes with its process. */
record WorkLock(java.nio.file.Path file, FileChannel channel) implements AutoCloseable {
  static final String NAME = "lock";

  /**
   * Files that this JVM has locked, which it must not open again: when one opening of a file is
   * closed, the system takes a process's locks by all others away.
   */
  private static final Set<java.nio.file.Path> OURS = ConcurrentHashMap.newKeySet();

  private static final int MILLIS = 100;

  /** The lock of a directory that is there already, if nobody writes in it. */
  static Optional<WorkLock> tried(Path directory) throws IOException {
    return tried(directory, WorkLock::later);
  }

  /**
   * Looks a second time: {@link #isHeld} of another process has the lock while it looks.
   *
   * @param later goes on when that is over; false where it was interrupted
   */
  static Optional<WorkLock> tried(Path directory, BooleanSupplier later) throws IOException {
    return take(
        directory,
        channel -> {
          FileLock lock = channel.tryLock();
          return lock == null && later.getAsBoolean() ? channel.tryLock() : lock;
        });
  }

  /** The lock of a new directory: nobody has it but who looks whether somebody has it. */
  static Optional<WorkLock> awaited(Path directory) throws IOException {
    return take(directory, FileChannel::lock);
  }

  private static Optional<WorkLock> take(Path directory, IOFunction<FileChannel, FileLock> locked)
      throws IOException {
    java.nio.file.Path file = file(directory);
    if (!OURS.add(file)) { // Another stage in this JVM is writing it.
      return Optional.empty();
    }
    boolean taken = false;
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        taken = locked.apply(channel) != null;
        return taken ? Optional.of(new WorkLock(file, channel)) : Optional.empty();
      } finally {
        if (!taken) {
          channel.close();
        }
      }
    } finally {
      if (!taken) {
        OURS.remove(file);
      }
    }
  }

  private static boolean later() {
    try {
      Thread.sleep(MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether somebody has it; nothing is left behind. */
  static boolean isHeld(Path directory) throws IOException {
    java.nio.file.Path file = file(directory);
    if (OURS.contains(file)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.tryLock(0, Long.MAX_VALUE, true) == null;
    } catch (NoSuchFileException nobody) {
      return false;
    }
  }

  private static java.nio.file.Path file(Path directory) {
    return java.nio.file.Path.of(directory.toUri().getPath(), NAME).toAbsolutePath().normalize();
  }

  /** Takes the lock's file away: nobody is to find it any more. */
  void remove() throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      OURS.remove(file);
    }
  }
}
