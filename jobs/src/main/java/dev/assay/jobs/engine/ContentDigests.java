package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.tables.JobLabel;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Hashes of the content of tables that do not depend on the order of rows. A table is read only
 * where its Delta version has moved since it was read last. What was found is kept beside the
 * table's own log, so that it comes and goes with the table and serves the next process; where
 * tables have no directory of ours, as long as this object lives.
 */
final class ContentDigests {
  /** Delta leaves alone what begins with an underscore. */
  private static final String FILE = "_assay_content";

  private final Store store;
  private final Map<String, Known> memory = new ConcurrentHashMap<>();

  /** The digest of a table at a version, as a night sees it. */
  private record Known(long version, String digest, String night) {
    String line() {
      return (version + " " + digest + " " + night).strip() + "\n";
    }

    /** Nothing where the file is of another kind or torn: its last character is a line's end. */
    static Optional<Known> read(String text) {
      String[] parts = text.strip().split(" ");
      return text.endsWith("\n")
              && (parts.length == 2 || parts.length == 3)
              && parts[0].matches("\\d{1,18}")
          ? Optional.of(
              new Known(Long.parseLong(parts[0]), parts[1], parts.length == 3 ? parts[2] : ""))
          : Optional.empty();
    }
  }

  public ContentDigests(Store store) {
    this.store = store;
  }

  /** The number of rows of {@code table} and a hash of them, without {@link ProbeCases}. */
  public String of(Table table) {
    long version = store.version(table);
    Optional<Known> known =
        known(table).filter(one -> one.version() == version && one.night().equals(night(table)));
    if (known.isPresent()) {
      return known.get().digest();
    }
    String digest = read(table);
    if (store.version(table) == version) { // else somebody wrote while it was read
      remember(table, new Known(version, digest, night(table)));
    }
    return digest;
  }

  /** Of tables that all nights share the content is the same for each. */
  private String night(Table table) {
    return table.apart() ? store.night() : "";
  }

  private String read(Table table) {
    return JobLabel.step(
        store.spark(),
        "content of " + table.name(),
        () -> digest(ProbeCases.without(store, table, store.read(table)), table));
  }

  /** The same of the rows of other nights; empty where there are none. */
  public String ofOtherNights(Table table) {
    return JobLabel.step(
        store.spark(),
        "content of " + table.name(),
        () -> {
          Dataset<Row> rows =
              store.read(table.ofAllNights()).where(col(Table.NIGHT).notEqual(store.night()));
          if (rows.isEmpty()) { // Of a small table the driver sees it, without a job.
            return "";
          }
          String digest = digest(ProbeCases.without(store, table, rows), table.ofAllNights());
          return digest.equals("0") ? "" : "+" + digest;
        });
  }

  private static String digest(Dataset<Row> rows, Table table) {
    Row row = rows.agg(count(lit(1)).as("n"), bit_xor(xxhash64(content(table))).as("hash")).head();
    Long hash = row.getAs("hash");
    return row.getAs("n") + (hash == null ? "" : ":" + hash);
  }

  /**
   * Columns that stand for a row's content: all but times, maps, which cannot be hashed, and
   * vectors, nearly all of what a table of them holds: each follows from its text and its model,
   * whose id is that of its files.
   */
  private static Column[] content(Table table) {
    return Arrays.stream(table.schema().fields())
        .filter(
            field ->
                !field.name().equals("latency_ms")
                    && !(table.name().equals(Tables.EMBEDDINGS.name())
                        && field.name().equals("vector"))
                    && !(field.dataType() instanceof MapType)
                    && !(field.dataType() instanceof TimestampType))
        .map(field -> col(field.name()))
        .toArray(Column[]::new);
  }

  private Optional<Known> known(Table table) {
    if (store.managed()) {
      return Optional.ofNullable(memory.get(table.name()));
    }
    Path file = new Path(store.path(table), FILE);
    try {
      FileSystem files = files(file);
      if (!files.exists(file)) {
        return Optional.empty();
      }
      try (InputStream in = files.open(file)) {
        return Known.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The content of '" + file + "' cannot be read", e);
    }
  }

  /** Written aside and renamed: a reader finds a whole file or none. */
  private void remember(Table table, Known known) {
    if (store.managed()) {
      memory.put(table.name(), known);
      return;
    }
    Path file = new Path(store.path(table), FILE);
    Path aside = new Path(store.path(table), FILE + "-" + UUID.randomUUID());
    try {
      FileSystem files = files(file);
      try (OutputStream out = files.create(aside, false)) {
        out.write(known.line().getBytes(StandardCharsets.UTF_8));
      }
      files.delete(file, false);
      if (!files.rename(aside, file)) {
        files.delete(aside, false); // Another process has just written the same.
      }
    } catch (IOException e) {
      throw new UncheckedIOException("'" + file + "' cannot be written", e);
    }
  }

  private FileSystem files(Path file) throws IOException {
    return file.getFileSystem(store.spark().sessionState().newHadoopConf());
  }
}
