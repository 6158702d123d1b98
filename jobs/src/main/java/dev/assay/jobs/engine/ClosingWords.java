package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a terminal shows last of a run, kept beside the tables that it was read from: a command that
 * finds nothing to do says it again without reading them. The words hold for one build, one
 * configuration, the runs that they are about and the versions of all tables; where any of these
 * moved, or the tables have no directory of ours, there are none.
 */
public final class ClosingWords {
  private static final Logger LOG = LoggerFactory.getLogger(ClosingWords.class);

  /** Delta's tables begin with no underscore. */
  public static final String FILE = "_closing-";

  private final Store store;
  private final String run;
  private final String key;

  /**
   * Of the tables as they are now.
   *
   * @param metrics what is declared of metrics beside the configuration
   */
  public ClosingWords(Store store, AssayConfig config, Collection<String> metrics) {
    this.store = store;
    this.run = config.run().name();
    this.key = store.managed() ? "" : key(config, metrics);
  }

  /** The words, where they still hold. */
  public Optional<List<String>> kept() {
    if (store.managed()) {
      return Optional.empty();
    }
    Path file = file();
    try {
      FileSystem files = files(file);
      if (!files.exists(file)) {
        return Optional.empty();
      }
      try (InputStream in = files.open(file)) {
        return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException | RuntimeException e) { // They are read from the tables then.
      LOG.info("{} cannot be read: {}", file, e.getClass().getName());
      return Optional.empty();
    }
  }

  /** Nothing where the words are of something else, or torn: the last character ends a line. */
  private Optional<List<String>> read(String text) {
    List<String> lines = text.lines().toList();
    return text.endsWith("\n") && lines.get(0).equals(key)
        ? Optional.of(lines.subList(1, lines.size()))
        : Optional.empty();
  }

  /**
   * Written aside and renamed: a reader finds a whole file or none.
   *
   * @param lines without line breaks
   */
  public void keep(List<String> lines) {
    if (store.managed() || !store.exists(Tables.RUNS) || !store.isWritable()) {
      return;
    }
    Path file = file();
    Path aside = new Path(file.getParent(), file.getName() + "-" + UUID.randomUUID());
    try {
      FileSystem files = files(file);
      try (OutputStream out = files.create(aside, false)) {
        out.write((key + "\n").getBytes(StandardCharsets.UTF_8));
        for (String line : lines) {
          out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      files.delete(file, false);
      if (!files.rename(aside, file)) {
        files.delete(aside, false); // Another process has just written the same.
      }
    } catch (IOException | RuntimeException e) { // What was found is said all the same.
      LOG.info("{} cannot be written: {}", file, e.getClass().getName());
    }
  }

  private String key(AssayConfig config, Collection<String> metrics) {
    String versions =
        Tables.ALL.stream()
            .filter(table -> !Tables.OF_COMMANDS.contains(table))
            .map(this::version)
            .collect(Collectors.joining(" "));
    return Hashes.sha256(
        Version.current(), config.toString(), metrics.toString(), versions, runs());
  }

  private String version(Table table) {
    return Long.toString(store.version(table));
  }

  /** The finished runs of this name that write tables, by stage and id. */
  private String runs() {
    return store
        .read(Tables.RUNS)
        .where(col("name").equalTo(run).and(col("status").equalTo("done")))
        .where(not(col("stage").isin("report", "gate")))
        .select("stage", "run_id", "ended_at")
        .collectAsList()
        .stream()
        .map(row -> row.mkString(" "))
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private Path file() {
    return new Path(store.path(FILE + Hashes.sha256(run).substring(0, 16)));
  }

  private FileSystem files(Path file) throws IOException {
    return file.getFileSystem(store.spark().sessionState().newHadoopConf());
  }
}
