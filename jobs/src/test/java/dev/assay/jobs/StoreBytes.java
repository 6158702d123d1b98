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
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * What all files below a folder hold, whatever tables say of them: rows of Parquet files as JSON,
 * by Spark's reader, and the characters of all others.
 */
public record StoreBytes(Map<String, String> contents) {
  private static final String FORMAT_CHECK = "spark.databricks.delta.formatCheck.enabled";
  private static final String SCHEMA = "org.apache.spark.sql.parquet.row.metadata";

  /** Of all files at or below it. */
  public static StoreBytes of(Path folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    Map<Path, Map<String, List<String>>> tables = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(".parquet")) {
          tables
              .computeIfAbsent(file.getParent(), parent -> new TreeMap<>())
              .computeIfAbsent(schema(file), schema -> new ArrayList<>())
              .add("" + file);
        } else {
          contents.put(
              file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }
    SparkSession spark = SharedSpark.session();
    spark.conf().set(FORMAT_CHECK, "false");
    try {
      tables.values().stream()
          .flatMap(schemas -> schemas.entrySet().stream())
          .map(files -> rows(spark, files.getKey(), files.getValue()))
          .reduce(Dataset::unionAll)
          .ifPresent(
              all ->
                  all.collectAsList()
                      .forEach(
                          row ->
                              contents.merge(
                                  Path.of(URI.create(row.getAs("file"))).toString(),
                                  row.<String>getAs("json"),
                                  (one, other) -> one + "\n" + other)));
    } finally {
      spark.conf().set(FORMAT_CHECK, "true");
    }
    return new StoreBytes(contents);
  }

  private static Dataset<Row> rows(SparkSession spark, String schema, List<String> files) {
    return spark
        .read()
        .schema((StructType) DataType.fromJson(schema))
        .parquet(files.toArray(String[]::new))
        .select(input_file_name().as("file"), to_json(struct(col("*"))).as("json"));
  }

  /** As Spark wrote it into the file: no job has to look for it. */
  private static String schema(Path file) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path, new Configuration()))) {
      return reader.getFileMetaData().getKeyValueMetaData().get(SCHEMA);
    }
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
