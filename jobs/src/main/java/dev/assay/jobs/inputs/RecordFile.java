package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.StageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * A file of records by column name, whatever its format.
 *
 * @param rows the records
 * @param owner the configuration key that named the file, for messages
 */
public record RecordFile(Dataset<Row> rows, String owner) {
  private static final List<String> PASSAGE = List.of("chunk_id", "doc_id", "text");

  /** Reads {@code path}; without a format, its ending decides. Malformed JSON lines are kept. */
  public static Dataset<Row> read(
      SparkSession spark, String path, Optional<String> format, String owner) {
    String kind = format.filter(name -> !name.equals("auto")).orElseGet(() -> ending(path, owner));
    try {
      return switch (kind) {
        case "jsonl" -> spark.read().option("mode", "PERMISSIVE").json(path);
        case "csv" ->
            spark
                .read()
                .option("header", true)
                .option("multiLine", true)
                .option("escape", "\"")
                .csv(path);
        case "parquet" -> spark.read().parquet(path);
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

  private static String ending(String path, String owner) {
    String name = path.toLowerCase(Locale.ROOT);
    for (String kind : List.of("jsonl", "csv", "parquet", "delta")) {
      if (name.endsWith("." + kind)) {
        return kind;
      }
    }
    if (name.endsWith(".json")) {
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
              .formatted(owner, name, String.join(", ", rows.columns())));
    }
    return rows.col("`" + name + "`");
  }

  /** A configured column, which must exist, or else the one called {@code usual}, or else NULL. */
  public Column text(Optional<String> configured, String usual) {
    if (configured.isPresent()) {
      return required(configured.get()).cast("string");
    }
    return has(usual) ? required(usual).cast("string") : lit(null).cast("string");
  }

  /** The retrieved passages: a list of texts, a list of passages with a text, or one text. */
  public Column contexts(Optional<String> configured) {
    if (configured.isEmpty() && !has("contexts")) {
      return passages(array().cast("array<string>"), DataTypes.StringType);
    }
    String name = configured.orElse("contexts");
    Column column = required(name);
    DataType type = rows.schema().apply(name).dataType();
    if (type instanceof StringType) {
      Column list = from_json(column, DataTypes.createArrayType(DataTypes.StringType));
      Column texts =
          when(column.startsWith("["), coalesce(list, array(column))).otherwise(array(column));
      return passages(
          when(column.isNull(), array().cast("array<string>")).otherwise(texts),
          DataTypes.StringType);
    }
    if (type instanceof ArrayType list) {
      return passages(coalesce(column, array().cast(type)), list.elementType());
    }
    throw new StageException(
        "%s: column '%s' holds %s; contexts are a list of texts, a list of objects with a 'text', or"
                .formatted(owner, name, type.simpleString())
            + " one text.");
  }

  /** The whole record as JSON, for {@code rejected}. */
  public Column row() {
    return to_json(
        struct(Arrays.stream(rows.columns()).map(this::required).toArray(Column[]::new)));
  }

  private boolean has(String name) {
    return Arrays.asList(rows.columns()).contains(name);
  }

  private Column passages(Column list, DataType element) {
    List<String> fields =
        element instanceof StructType struct ? List.of(struct.fieldNames()) : List.of();
    if (element instanceof StructType && !fields.contains("text")) {
      throw new StageException(owner + ": the contexts are objects without a field 'text'.");
    }
    return transform(
        list,
        (item, index) ->
            struct(
                field(item, fields, "chunk_id", element).as("chunk_id"),
                field(item, fields, "doc_id", element).as("doc_id"),
                coalesce(field(item, fields, "text", element), lit("")).as("text"),
                index.plus(1).cast("int").as("rank"),
                (fields.contains("score") ? item.getField("score") : lit(null))
                    .cast("double")
                    .as("score")));
  }

  private static Column field(Column item, List<String> fields, String name, DataType element) {
    if (!(element instanceof StructType)) {
      return (name.equals("text") ? item : lit(null)).cast("string");
    }
    return (fields.contains(name) ? item.getField(name) : lit(null)).cast("string");
  }
}
