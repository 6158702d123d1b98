package dev.assay.jobs.corpus;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Java process that reads documents, one at a time ({@link ReaderMain}): with a heap of its own,
 * a folder of its own for temporary files, and none of this process's environment, so that what
 * gets the better of a parser finds no keys. Not thread-safe.
 */
final class ReaderProcess {
  private static final int START_SECONDS = 120;
  private static final int OUT_OF_MEMORY = 3; // of -XX:+ExitOnOutOfMemoryError
  private static final Set<String> INHERITED =
      Set.of("PATH", "LANG", "LC_ALL", "TZ", "SystemRoot", "LD_LIBRARY_PATH");

  private final Process process;
  private final Path folder;
  private final ReaderLimits limits;
  private final DataOutputStream to;
  private final DataInputStream from;
  private volatile long since = System.nanoTime();

  private ReaderProcess(Process process, Path folder, ReaderLimits limits) {
    this.process = process;
    this.folder = folder;
    this.limits = limits;
    this.to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /**
   * What came of asking: what was read, or how the process ended.
   *
   * @param code the exit code, where it ended
   */
  record Answer(Optional<Extraction> read, boolean timedOut, int code) {
    boolean outOfMemory() {
      return code == OUT_OF_MEMORY;
    }
  }

  /** Starts one, and waits until it is ready. */
  static ReaderProcess start(ReaderLimits limits, ScheduledExecutorService clock)
      throws IOException {
    Path folder = Files.createTempDirectory("assay-reader");
    Path errors = folder.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(ReaderCommand.write(folder, limits))
            .redirectError(errors.toFile())
            .directory(folder.toFile());
    builder.environment().keySet().retainAll(INHERITED);
    ReaderProcess started = new ReaderProcess(builder.start(), folder, limits);
    AtomicBoolean late = new AtomicBoolean();
    ScheduledFuture<?> limit = started.limit(START_SECONDS, late, clock);
    try {
      started.from.readByte();
      return started;
    } catch (IOException e) {
      String said = Files.exists(errors) ? Files.readString(errors).strip() : "";
      String code = late.get() ? "not ready after " + START_SECONDS + " s" : started.ended();
      started.close();
      throw new IOException(said.isEmpty() ? code : code + ": " + said.lines().findFirst().get());
    } finally {
      limit.cancel(false);
    }
  }

  /** Has it read a document; unless that is done, the process is at its end. */
  Answer ask(String name, byte[] content, String format, ScheduledExecutorService clock) {
    AtomicBoolean late = new AtomicBoolean();
    ScheduledFuture<?> limit = limit(limits.timeoutSeconds(), late, clock);
    try {
      ReaderWire.question(to, name, content, format);
      Extraction read = ReaderWire.answer(from, limits.maxCharacters());
      limit.cancel(false);
      since = System.nanoTime();
      if (!late.get()) {
        return new Answer(Optional.of(read), false, 0);
      }
      close();
      return new Answer(Optional.empty(), true, 0);
    } catch (IOException e) {
      limit.cancel(false);
      int code = code();
      close();
      return new Answer(Optional.empty(), late.get(), code);
    }
  }

  private ScheduledFuture<?> limit(int seconds, AtomicBoolean late, ScheduledExecutorService on) {
    return on.schedule(
        () -> {
          late.set(true);
          process.destroyForcibly();
        },
        seconds,
        TimeUnit.SECONDS);
  }

  long idleSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - since);
  }

  private String ended() {
    return "it ended with code " + code();
  }

  /** The exit code; −1 for one that spoke out of turn and had to be ended. */
  private int code() {
    try {
      if (process.waitFor(10, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return -1;
  }

  /** Ends it, and removes what it left. */
  void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
      ReaderCommand.remove(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
