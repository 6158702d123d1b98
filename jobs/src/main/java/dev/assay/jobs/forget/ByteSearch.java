package dev.assay.jobs.forget;

import dev.assay.spark.Tasks;
import dev.assay.text.TextSearch;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Looks through files, whatever tables say of them: every value of Parquet files, as Parquet's own
 * reader gives them, and the characters of all others.
 */
record ByteSearch(TextSearch search) implements Serializable {
  private static final int BLOCK = 1 << 20;

  /**
   * What was looked through.
   *
   * @param holding files in which something stands
   */
  record Found(long files, long bytes, List<String> holding) {}

  /** Looks through everything at or below {@code roots}. */
  Found in(SparkSession spark, List<String> roots) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    Map<String, Long> sizes = new TreeMap<>(); // Of roots within others, each file once.
    for (String root : roots) {
      for (LocatedFileStatus file : listed(hadoop, new Path(root))) {
        sizes.put(file.getPath().toString(), file.getLen());
      }
    }
    List<String> files = List.copyOf(sizes.keySet());
    long bytes = sizes.values().stream().mapToLong(Long::longValue).sum();
    if (files.isEmpty()) {
      return new Found(0, 0, List.of());
    }
    JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> shared =
        context.broadcast(new SerializableConfiguration(hadoop));
    List<String> holding =
        context
            .parallelize(files, Tasks.of(files.size()))
            .filter(file -> holds(new Path(file), shared.value().value()))
            .collect();
    return new Found(files.size(), bytes, holding.stream().sorted().toList());
  }

  /** Whether something stands in the file. */
  boolean holds(Path file, Configuration hadoop) {
    try {
      return file.getName().endsWith(".parquet") ? rows(file, hadoop) : characters(file, hadoop);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + file + "' cannot be searched", e);
    }
  }

  private boolean rows(Path file, Configuration hadoop) throws IOException {
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), file).withConf(hadoop).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        if (search.isIn(row.toString())) {
          return true;
        }
      }
      return false;
    }
  }

  private boolean characters(Path file, Configuration hadoop) throws IOException {
    char[] block = new char[BLOCK];
    String before = "";
    try (Reader reader =
        new InputStreamReader(file.getFileSystem(hadoop).open(file), StandardCharsets.UTF_8)) {
      for (int read = reader.read(block); read >= 0; read = reader.read(block)) {
        String text = before + new String(block, 0, read);
        if (search.isIn(text)) {
          return true;
        }
        before = text.substring(Math.max(0, text.length() - search.longest()));
      }
      return false;
    }
  }

  /** All files at or below {@code root}. */
  static List<LocatedFileStatus> listed(Configuration hadoop, Path root) {
    List<LocatedFileStatus> listed = new ArrayList<>();
    try {
      FileSystem system = root.getFileSystem(hadoop);
      RemoteIterator<LocatedFileStatus> files = system.listFiles(root, true);
      while (files.hasNext()) {
        listed.add(files.next());
      }
    } catch (FileNotFoundException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("'" + root + "' cannot be listed", e);
    }
    return listed;
  }
}
