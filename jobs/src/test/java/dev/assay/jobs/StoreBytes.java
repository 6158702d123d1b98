package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.input_file_name;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What all files below a folder hold, whatever tables say of them: rows of Parquet files as JSON,
 * by Spark's reader, and the characters of all others.
 */
public record StoreBytes(Map<String, String> contents) {
  private static final String FORMAT_CHECK = "spark.databricks.delta.formatCheck.enabled";

  /** Of all files at or below it. */
  public static StoreBytes of(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    Map<Path, List<String>> tables = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(".parquet")) {
          tables.computeIfAbsent(file.getParent(), parent -> new ArrayList<>()).add("" + file);
        } else {
          contents.put(
              file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }
    SparkSession spark = SharedSpark.session();
    spark.conf().set(FORMAT_CHECK, "false");
    try {
      for (List<String> files : tables.values()) {
        Dataset<Row> rows = spark.read().parquet(files.toArray(String[]::new));
        rows.select(input_file_name().as("file"), to_json(struct(col("*"))).as("json"))
            .collectAsList()
            .forEach(
                row ->
                    contents.merge(
                        Path.of(URI.create(row.getAs("file"))).toString(),
                        row.<String>getAs("json"),
                        (one, other) -> one + "\n" + other));
      }
    } finally {
      spark.conf().set(FORMAT_CHECK, "true");
    }
    return new StoreBytes(contents);
  }

  /** Files in which the text stands. */
  public Set<String> places(String text) {
    return contents.keySet().stream()
        .filter(file -> contents.get(file).contains(text))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Names of the tables, or else of the files, in which the text stands. */
  public Set<String> tables(String text) {
    return places(text).stream()
        .map(place -> place.replaceAll(".*/store/([^/]+)/.*", "$1").replaceAll(".*/", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
