package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.decode;
import static org.apache.spark.sql.functions.from_json;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.udf;

import dev.assay.jobs.engine.StageException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Reads tables whose rows are documents. Numbers stay as they are written; a row that cannot be
 * parsed is kept as given.
 *
 * @param owner the configuration key of the source, for messages
 */
public record TableReader(SparkSession spark, String owner) {
  private static final UserDefinedFunction PLAIN =
      udf((UDF1<String, String>) uri -> new Path(URI.create(uri)).toString(), DataTypes.StringType);

  /** Reads {@code paths}, files that exist, or one folder. */
  public Records read(String format, DataFrameReader reader, List<String> paths, String source) {
    try {
      Dataset<Row> rows =
          switch (format) {
            case "jsonl", "csv" -> texts(format, reader, paths);
            case "parquet" ->
                reader
                    .parquet(CorpusPath.told(reader, paths))
                    .withColumn(Records.FILE, lit(source))
                    .transform(TableReader::whole);
            case "delta" ->
                reader
                    .format("delta")
                    .load(source)
                    .withColumn(Records.FILE, lit(source))
                    .transform(TableReader::whole);
            default ->
                throw new StageException(
                    "%s.format = '%s' is not known. Known: auto, text, markdown, html, pdf, docx,"
                            .formatted(owner, format)
                        + " jsonl, csv, parquet, delta.");
          };
      return new Records(rows, owner);
    } catch (StageException e) {
      throw e;
    } catch (Exception e) {
      throw new StageException(
          "%s.path: '%s' cannot be read as %s: %s".formatted(owner, source, format, e.getMessage()),
          e);
    }
  }

  /** Files of text, each in the encoding and with the delimiter that it has. */
  private Dataset<Row> texts(String format, DataFrameReader reader, List<String> paths) {
    TreeMap<TextFile.Shape, List<TextFile>> byShape =
        TextFile.byShape(spark, owner + ".path", paths, format.equals("csv"));
    if (byShape.isEmpty()) {
      byShape.put(TextFile.Shape.USUAL, List.of());
    }
    if (byShape.size() == 1) {
      return text(format, reader, byShape.firstEntry(), paths);
    }
    return byShape.entrySet().stream()
        .map(
            files ->
                text(
                    format,
                    spark.read().option("__globPaths__", false),
                    files,
                    TextFile.paths(files.getValue())))
        .reduce((left, right) -> left.unionByName(right, true))
        .orElseThrow();
  }

  private Dataset<Row> text(
      String format,
      DataFrameReader reader,
      Map.Entry<TextFile.Shape, List<TextFile>> files,
      List<String> paths) {
    String[] names = CorpusPath.told(reader, paths);
    return format.equals("csv")
        ? csv(TextFile.tables(reader, files.getKey(), files.getValue()), names)
        : jsonLines(reader, files.getKey().charset(), names);
  }

  /** One object a line; the columns are those that any line has. */
  private Dataset<Row> jsonLines(DataFrameReader reader, String charset, String... names) {
    boolean utf8 = charset.equals("UTF-8");
    Column line = utf8 ? col("value") : decode(col("value").cast("binary"), charset);
    Dataset<Row> lines =
        reader
            .format("text")
            .load(names)
            .select(
                regexp_replace(line, "^\uFEFF", "").as("line"),
                PLAIN.apply(col("_metadata.file_path")).as(Records.FILE))
            .where(length(trim(col("line"))).gt(0));
    StructType found =
        spark
            .read()
            .option("primitivesAsString", true)
            .option("columnNameOfCorruptRecord", Records.MALFORMED)
            .json(lines.select("line").as(Encoders.STRING()))
            .schema();
    StructType schema = new StructType();
    for (var field : found.fields()) {
      schema = field.name().equals(Records.MALFORMED) ? schema : schema.add(field);
    }
    Column parsed =
        from_json(
            col("line"),
            schema.add(Records.MALFORMED, DataTypes.StringType),
            Map.of("columnNameOfCorruptRecord", Records.MALFORMED));
    return lines.withColumn("__parsed", parsed).select(col("__parsed.*"), col(Records.FILE));
  }

  private Dataset<Row> csv(DataFrameReader tables, String... names) {
    StructType schema = tables.csv(names).schema();
    return tables
        .option("enforceSchema", false)
        .option("columnNameOfCorruptRecord", Records.MALFORMED)
        .schema(schema.add(Records.MALFORMED, DataTypes.StringType))
        .csv(names)
        .withColumn(Records.FILE, PLAIN.apply(col("_metadata.file_path")));
  }

  private static Dataset<Row> whole(Dataset<Row> rows) {
    return rows.withColumn(Records.MALFORMED, lit(null).cast("string"));
  }
}
