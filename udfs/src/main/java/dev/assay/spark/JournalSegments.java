package dev.assay.spark;

import dev.assay.llm.CallRecord;
import dev.assay.llm.Journal;
import dev.assay.llm.JournalFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A journal where nothing can be appended, as in object stores: a new object for every {@value
 * #EVERY} replies or {@value #MILLIS} ms. What came since is lost with the process, unlike with
 * {@link JournalFile}.
 */
final class JournalSegments implements Journal {
  private static final int EVERY = 64;
  private static final int MILLIS = 1000;

  private final FileSystem files;
  private final String name;
  private final String ending;
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private int held;
  private int segments;
  private long written = System.nanoTime();

  JournalSegments(FileSystem files, String name, String ending) {
    this.files = files;
    this.name = name;
    this.ending = ending;
  }

  @Override
  public synchronized void append(CallRecord entry) throws IOException {
    lines.writeBytes((entry.line() + "\n").getBytes(StandardCharsets.UTF_8));
    held++;
    if (held >= EVERY) {
      write();
    }
  }

  @Override
  public synchronized void idle() throws IOException {
    if (held > 0 && System.nanoTime() - written > MILLIS * 1_000_000L) {
      write();
    }
  }

  private void write() throws IOException {
    try (OutputStream out =
        files.create(new Path("%s-%06d%s".formatted(name, segments, ending)), false)) {
      lines.writeTo(out);
    }
    segments++;
    lines.reset();
    held = 0;
    written = System.nanoTime();
  }

  @Override
  public synchronized void close() throws IOException {
    if (held > 0) {
      write();
    }
  }
}
