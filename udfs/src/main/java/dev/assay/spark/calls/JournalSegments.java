package dev.assay.spark.calls;

import dev.assay.llm.CallRecord;
import dev.assay.llm.Journal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A journal where nothing can be appended, as in object stores: records that come within {@value
 * #MILLIS} ms, at most {@value #EVERY}, are written as one new object. Whoever appended one knows
 * when its object is there, and until then counts its call as under way.
 */
final class JournalSegments implements Journal {
  private static final int EVERY = 64;
  private static final int MILLIS = 200;

  private final FileSystem files;
  private final String name;
  private final String ending;
  private final ScheduledExecutorService writer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "assay-journal");
            thread.setDaemon(true);
            return thread;
          });
  private int segments;
  private Segment open = new Segment();

  /** Records of one object, and who waits for it. */
  private static final class Segment {
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
  }

  JournalSegments(FileSystem files, String name, String ending) {
    this.files = files;
    this.name = name;
    this.ending = ending;
  }

  @Override
  public CompletionStage<Void> append(CallRecord entry) {
    CompletableFuture<Void> there = new CompletableFuture<>();
    synchronized (this) {
      open.lines.writeBytes((entry.line() + "\n").getBytes(StandardCharsets.UTF_8));
      open.waiting.add(there);
      if (open.waiting.size() == 1) {
        Segment mine = open;
        writer.schedule(() -> write(mine), MILLIS, TimeUnit.MILLISECONDS);
      } else if (open.waiting.size() >= EVERY) {
        Segment full = open;
        open = new Segment();
        writer.execute(() -> write(full));
      }
    }
    return there;
  }

  @Override
  public void idle() {
    // The writer has a clock of its own.
  }

  /** On the writer's thread alone. A segment that is written already has nobody waiting. */
  private void write(Segment segment) {
    synchronized (this) {
      if (open == segment) {
        open = new Segment();
      }
    }
    if (segment.waiting.isEmpty()) {
      return;
    }
    List<CompletableFuture<Void>> waiting = List.copyOf(segment.waiting);
    segment.waiting.clear();
    try (OutputStream out =
        files.create(new Path("%s-%06d%s".formatted(name, segments++, ending)), false)) {
      segment.lines.writeTo(out);
    } catch (IOException | RuntimeException e) {
      waiting.forEach(one -> one.completeExceptionally(e));
      return;
    }
    waiting.forEach(one -> one.complete(null));
  }

  @Override
  public void close() throws IOException {
    Segment last;
    synchronized (this) {
      last = open;
    }
    writer.execute(() -> write(last));
    writer.shutdown();
    try {
      writer.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the journal was written", e);
    }
  }
}
