package dev.assay.jobs.calls;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.apache.commons.io.function.IOFunction;
import org.apache.hadoop.fs.Path;

/** Who has a piece of work on this machine: a lock on a file of it, which goes with its process. */
record WorkLock(FileChannel channel) implements AutoCloseable {
  static final String NAME = "lock";

  /**
   * The lock of a directory, if it can be had.
   *
   * @param locked how: whether to wait for it
   */
  static Optional<WorkLock> take(Path directory, IOFunction<FileChannel, FileLock> locked)
      throws IOException {
    FileChannel channel =
        FileChannel.open(file(directory), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (locked.apply(channel) != null) {
        return Optional.of(new WorkLock(channel));
      }
    } catch (OverlappingFileLockException ours) {
      // Another stage in this JVM is writing it.
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether somebody has it; nothing is left behind. */
  static boolean isHeld(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(file(directory), StandardOpenOption.READ)) {
      return channel.tryLock(0, Long.MAX_VALUE, true) == null;
    } catch (NoSuchFileException nobody) {
      return false;
    } catch (OverlappingFileLockException ours) {
      return true;
    }
  }

  /** Takes the lock's file away, for who has it. */
  static void remove(Path directory) throws IOException {
    Files.deleteIfExists(file(directory));
  }

  private static java.nio.file.Path file(Path directory) {
    return java.nio.file.Path.of(directory.toUri().getPath(), NAME);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
