package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.StageException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A file of records by column name, whatever its format.
 *
 * @param rows the records
 * @param owner the configuration key that named the file, for messages
 */
public record RecordFile(Dataset<Row> rows, String owner) {
  /** Reads {@code path}; without a format, its ending decides. Malformed JSON lines are kept. */
  public static Dataset<Row> read(
      SparkSession spark, String path, Optional<String> format, String owner) {
    String kind = format.filter(name -> !name.equals("auto")).orElseGet(() -> ending(path, owner));
    try {
      return switch (kind) {
        case "jsonl", "csv" -> texts(spark, path, kind, owner);
        case "parquet" -> CorpusPath.of(spark, owner + ".path", path).reader(spark).parquet(path);
        case "delta" -> spark.read().format("delta").load(path);
        default -> throw new StageException(owner + ".format = '" + kind + "' is not known.");
      };
    } catch (Exception e) {
      if (e instanceof StageException stage) {
        throw stage;
      }
      if (e instanceof AnalysisException) {
        throw new StageException(
            "%s.path: cannot read '%s' as %s: %s".formatted(owner, path, kind, e.getMessage()), e);
      }
      throw e;
    }
  }

  /** Files of text, each in the encoding and with the delimiter that it has. */
  private static Dataset<Row> texts(SparkSession spark, String path, String kind, String owner) {
    TreeMap<TextFile.Shape, List<TextFile>> byShape =
        TextFile.byShape(spark, owner + ".path", List.of(path), kind.equals("csv"));
    if (byShape.size() == 1) {
      DataFrameReader reader = CorpusPath.of(spark, owner + ".path", path).reader(spark);
      return texts(reader, kind, byShape.firstEntry(), List.of(path));
    }
    return byShape.entrySet().stream()
        .map(
            files ->
                texts(
                    spark.read().option("__globPaths__", false),
                    kind,
                    files,
                    TextFile.paths(files.getValue())))
        .reduce((left, right) -> left.unionByName(right, true))
        .orElseThrow(
            () -> new StageException("%s.path: '%s' holds no file.".formatted(owner, path)));
  }

  private static Dataset<Row> texts(
      DataFrameReader reader,
      String kind,
      Map.Entry<TextFile.Shape, List<TextFile>> files,
      List<String> paths) {
    String[] names = CorpusPath.told(reader, paths);
    if (kind.equals("csv")) {
      return TextFile.tables(reader, files.getKey(), files.getValue()).csv(names);
    }
    String charset = files.getKey().charset();
    if (!charset.equals("UTF-8")) {
      reader.option("encoding", charset).option("lineSep", "\n");
    }
    return reader.option("mode", "PERMISSIVE").json(names);
  }

  /** What {@code path} is by its configured format or its ending. */
  public static String kind(String path, String format, String owner) {
    return format.equals("auto") ? ending(path, owner) : format;
  }

  private static String ending(String path, String owner) {
    String kind = Compressed.ending(path);
    if (List.of("jsonl", "csv", "parquet", "delta").contains(kind)) {
      return kind;
    }
    if (kind.equals("json")) {
      return "jsonl";
    }
    throw new StageException(
        "%s.format: the ending of '%s' does not say what it is; set format = jsonl, csv, parquet or"
                .formatted(owner, path)
            + " delta.");
  }

  /** The column {@code name}; an error names what there is. */
  public Column required(String name) {
    if (!has(name)) {
      throw new StageException(
          "%s: there is no column '%s'. Columns: %s."
              .formatted(
                  owner,
                  name,
                  String.join(
                      ", ",
                      Arrays.stream(rows.columns())
                          .filter(column -> !column.startsWith("__"))
                          .toList())));
    }
    return rows.col("`" + name.replace("`", "``") + "`");
  }

  /** A configured column, which must exist, or else the one called {@code usual}, or else NULL. */
  public Column text(Optional<String> configured, String usual) {
    if (configured.isPresent()) {
      return required(configured.get()).cast("string");
    }
    return has(usual) ? required(usual).cast("string") : lit(null).cast("string");
  }

  /** The whole record as JSON, for {@code rejected}. */
  public Column row() {
    return to_json(
        struct(
            Arrays.stream(rows.columns())
                .filter(name -> !name.startsWith("__"))
                .map(this::required)
                .toArray(Column[]::new)));
  }

  /** Whether there is a column of this name. */
  public boolean has(String name) {
    return Arrays.asList(rows.columns()).contains(name);
  }
}
