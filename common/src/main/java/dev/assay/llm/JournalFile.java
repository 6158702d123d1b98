package dev.assay.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A journal in a file of a local or mounted file system. What is written is in the operating
 * system's hands at once; {@link #idle} forces it to the disk every {@value #EVERY} replies or
 * {@value #MILLIS} ms, and nobody who writes waits for that.
 */
public final class JournalFile implements Journal {
  private static final int EVERY = 16;
  private static final int MILLIS = 50;
  private static final FileAttribute<?> OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final FileChannel channel;
  private final AtomicInteger unforced = new AtomicInteger();
  private long forced = System.nanoTime();

  /** A new journal, of its owner alone; the file must not exist. */
  public JournalFile(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    FileAttribute<?>[] owner =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {OWNER}
            : new FileAttribute<?>[0];
    this.channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner);
  }

  @Override
  public CompletionStage<Void> append(CallRecord entry) {
    ByteBuffer line = ByteBuffer.wrap((entry.line() + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      synchronized (this) {
        while (line.hasRemaining()) {
          channel.write(line);
        }
      }
    } catch (IOException e) {
      return CompletableFuture.failedStage(e);
    }
    unforced.incrementAndGet();
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void idle() throws IOException {
    int waiting = unforced.get();
    if (waiting >= EVERY || waiting > 0 && System.nanoTime() - forced > MILLIS * 1_000_000L) {
      force();
    }
  }

  private void force() throws IOException {
    unforced.set(0);
    channel.force(false);
    forced = System.nanoTime();
  }

  @Override
  public void close() throws IOException {
    force();
    channel.close();
  }

  /** The whole records of a file; a torn last line is skipped. */
  public static List<CallRecord> read(Path file) throws IOException {
    List<CallRecord> records = new ArrayList<>();
    for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
      CallRecord.read(line).ifPresent(records::add);
    }
    return records;
  }
}
