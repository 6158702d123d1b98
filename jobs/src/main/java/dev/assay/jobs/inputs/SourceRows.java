package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.cases.TestSource;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.NamedRow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The records of a user's file, folder or table in one shape, whatever the format: file, line where
 * there are lines, and the columns by name as text. Files of text are read on executors, one task a
 * file, record by record.
 */
public final class SourceRows {
  public static final String FILE = "file";

  /** At which a record begins, from 1; NULL in tables, which have none. */
  public static final String LINE = "line";

  /** What could not be parsed, as given, else NULL. */
  public static final String MALFORMED = "malformed";

  /** Values by column as text, nested ones as JSON; NULL where a record has none. */
  public static final String COLUMNS = "columns";

  static final StructType SCHEMA =
      StructType.fromDDL("file STRING, line BIGINT, malformed STRING, columns MAP<STRING, STRING>");

  /** The formats that a path's ending tells. */
  private static final List<String> ENDINGS =
      List.of("jsonl", "ndjson", "json", "yaml", "yml", "csv", "tsv", "xlsx", "parquet", "delta");

  /** Those of them that name their columns. */
  private static final List<String> TABLES =
      List.of("jsonl", "ndjson", "json", "csv", "xlsx", "parquet");

  private SourceRows() {}

  /**
   * How a file is read.
   *
   * @param format one of the formats, or {@code auto}
   * @param preset whose file it is, or empty
   * @param sheet of an Excel file; empty: the first
   */
  public record Options(String format, String preset, String sheet) implements Serializable {

    /** Those of recorded answers. */
    public static Options of(Optional<String> format, Optional<String> preset) {
      return new Options(format.orElse("auto"), preset.orElse(""), "");
    }
  }

  /** Reads a suite; {@code owner} is the key that named it, for messages. */
  public static Dataset<Row> read(SparkSession spark, TestSource source, String owner) {
    Options options =
        new Options(
            source.format().orElse("auto"),
            source.cases().preset().orElse(""),
            source.sheet().orElse(""));
    Dataset<Row> rows = read(spark, source.path(), options, owner);
    return source.qrels().map(qrels -> TrecRecords.judged(spark, rows, qrels, owner)).orElse(rows);
  }

  /** Reads {@code path}; {@code owner} is the key that named the file, for messages. */
  public static Dataset<Row> read(SparkSession spark, String path, Options options, String owner) {
    String kind = kind(spark, path, options, owner);
    try {
      return switch (kind) {
        case "jsonl", "json", "csv", "tsv", "yaml", "xlsx", "trec" ->
            files(spark, path, kind, options, owner);
        case "parquet" ->
            table(CorpusPath.of(spark, owner + ".path", path).reader(spark).parquet(path), path);
        case "delta" -> table(spark.read().format("delta").load(path), path);
        default -> throw new StageException(owner + ".format = '" + kind + "' is not known.");
      };
    } catch (Exception e) { // Scala throws checked exceptions undeclared: AnalysisException is one.
      if (e instanceof AnalysisException) {
        throw new StageException(
            "%s.path: cannot read '%s' as %s: %s".formatted(owner, path, kind, e.getMessage()), e);
      }
      throw e;
    }
  }

  /** The names of the columns. */
  public static ColumnNames names(Dataset<Row> rows) {
    Set<String> all = new TreeSet<>();
    Set<String> filled = new TreeSet<>();
    for (Row column :
        rows.select(explode(col(COLUMNS)))
            .groupBy("key")
            .agg(max(coalesce(trim(col("value")).notEqual(""), lit(false))).as("filled"))
            .collectAsList()) {
      String name = column.getAs("key");
      all.add(name);
      if (column.<Boolean>getAs("filled")) {
        filled.add(name);
      }
    }
    return new ColumnNames(all, filled);
  }

  private static String kind(SparkSession spark, String path, Options options, String owner) {
    if (!options.format().equals("auto")) {
      return options.format();
    }
    CorpusPath place = CorpusPath.of(spark, owner + ".path", path);
    if (place.deltaTable(spark)) {
      return "delta";
    }
    List<String> kinds =
        place.files(spark).values().stream()
            .flatMap(List::stream)
            .map(Compressed::ending)
            .map(ending -> ending.isEmpty() ? "no ending" : ending)
            .distinct()
            .toList();
    if (options.preset().equals("trec") && kinds.stream().noneMatch(TABLES::contains)) {
      return "trec";
    }
    if (kinds.size() == 1 && ENDINGS.contains(kinds.get(0))) {
      return switch (kinds.get(0)) {
        case "ndjson" -> "jsonl";
        case "yml" -> "yaml";
        default -> kinds.get(0);
      };
    }
    throw new StageException(
        "%s.format: the ending of '%s' does not say what it is (%s); set format = jsonl, json, yaml, csv, tsv, xlsx, parquet or delta."
            .formatted(owner, path, kinds.isEmpty() ? "no file" : String.join(", ", kinds)));
  }

  private static Dataset<Row> files(
      SparkSession spark, String path, String kind, Options options, String owner) {
    List<String> files = new ArrayList<>();
    List<String> charsets = new ArrayList<>();
    for (TextFile file : TextFile.all(spark, owner + ".path", path)) {
      files.add(file.path().toString());
      charsets.add(kind.equals("xlsx") ? "UTF-8" : file.encoding().charset().name());
    }
    if (files.isEmpty()) {
      throw new StageException("%s.path: '%s' holds no file.".formatted(owner, path));
    }
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      places.add(i);
    }
    SerializableConfiguration hadoop =
        new SerializableConfiguration(spark.sparkContext().hadoopConfiguration());
    return spark
        .createDataset(places, Encoders.INT())
        .repartition(files.size())
        .flatMap(
            (FlatMapFunction<Integer, Row>)
                i ->
                    rows(
                        new OpenedFile(new Path(files.get(i)), charsets.get(i), hadoop.value()),
                        kind,
                        options),
            Encoders.row(SCHEMA));
  }

  private static Iterator<Row> rows(OpenedFile file, String kind, Options options) {
    Iterable<SourceRecord> records = () -> file.records(kind, options.sheet());
    boolean results = options.preset().equals("promptfoo") && kind.startsWith("json");
    ToolSystems systems = new ToolSystems(results ? records : List.of());
    return StreamSupport.stream(records.spliterator(), false)
        .flatMap(
            record ->
                ToolRecord.all(options.preset(), systems.named(record.columns())).stream()
                    .map(columns -> row(file.name(), record, columns)))
        .iterator();
  }

  private static Row row(String file, SourceRecord record, Map<String, String> columns) {
    return NamedRow.of(SCHEMA)
        .set(FILE, file)
        .set(LINE, record.line() == 0 ? null : record.line())
        .set(MALFORMED, Optional.of(record.malformed()).filter(text -> !text.isEmpty()))
        .set(COLUMNS, columns)
        .build();
  }

  private static Dataset<Row> table(Dataset<Row> rows, String path) {
    Column[] entries =
        Arrays.stream(rows.schema().fields())
            .map(field -> struct(lit(field.name()).as("key"), text(field).as("value")))
            .toArray(Column[]::new);
    return rows.select(
        lit(path).as(FILE),
        lit(null).cast("bigint").as(LINE),
        lit(null).cast("string").as(MALFORMED),
        map_from_entries(array(entries)).as(COLUMNS));
  }

  private static Column text(StructField field) {
    Column column = col("`" + field.name().replace("`", "``") + "`");
    DataType type = field.dataType();
    if (type instanceof DoubleType || type instanceof FloatType) {
      column = when(not(isnan(column)), column);
    }
    return type instanceof StructType || type instanceof ArrayType || type instanceof MapType
        ? to_json(column)
        : column.cast("string");
  }
}
