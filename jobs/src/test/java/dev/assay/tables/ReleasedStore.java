package dev.assay.tables;

import dev.assay.jobs.PreparedStores;
import dev.assay.spark.SharedSpark;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A store as an earlier Assay left it, made by Delta alone from {@code stores/SHAPE}: {@code
 * schema.sql} as that one wrote it, and rows as JSON lines by column name, a file a table. Up to
 * shape 4 all tables had the shape's number as their version. Shapes before 4 take the rows of
 * shape 4 in the columns that they had; later ones have these and add some with what was new.
 */
public final class ReleasedStore {

  /** The shapes that there were. */
  public static final List<Integer> SHAPES = List.of(1, 2, 3, 4, 5, 6);

  private static final int ROWS = 4;
  private static final Pattern CREATE = Pattern.compile("CREATE TABLE (\\w+) \\(");
  private static final Pattern VERSION = Pattern.compile("'assay\\.schema\\.version' = '(\\d+)'");
  private static final Path MADE = Path.of("target", "released-tables").toAbsolutePath();
  private static final SparkSession SPARK = SharedSpark.session();

  private ReleasedStore() {}

  /** Makes all tables of the shape {@code shape} in {@code store}. */
  public static void make(int shape, Path store) {
    make(shape, store, List.copyOf(statements(shape).keySet()));
  }

  /** Makes some tables; those that the shape did not have are left out. */
  public static void make(int shape, Path store, List<String> tables) {
    Map<String, String> statements = statements(shape);
    Concurrently.run(
        SPARK,
        tables.stream()
            .filter(statements::containsKey)
            .<Runnable>map(
                table ->
                    () -> copy(statements.get(table), lines(shape, table), store.resolve(table)))
            .toList());
  }

  /** The columns of a table in the shape {@code shape}, with their comments. */
  public static StructType schema(int shape, String table) {
    String statement = statements(shape).get(table);
    String columns = statement.substring(statement.indexOf('(') + 1, statement.indexOf(")\nUSING"));
    return StructType.fromDDL(columns);
  }

  /** The version of a table in the shape {@code shape}. */
  public static int version(int shape, String table) {
    Matcher version = VERSION.matcher(statements(shape).get(table));
    if (!version.find()) {
      throw new IllegalStateException(table + " has no version in shape " + shape);
    }
    return Integer.parseInt(version.group(1));
  }

  /** The tables that the shape has. */
  public static List<String> tables(int shape) {
    return List.copyOf(statements(shape).keySet());
  }

  /** How many rows the shape {@code shape} has of a table. */
  public static long rows(int shape, String table) {
    return lines(shape, table).size();
  }

  /** A table that shapes have alike is made once a build, by whichever test asks first. */
  private static void copy(String statement, List<String> lines, Path target) {
    Object delta = DeltaTable.class.getProtectionDomain().getCodeSource().getLocation();
    String key = DigestUtils.sha256Hex(delta + statement + String.join("\n", lines));
    try {
      Path made = PreparedStores.once(MADE.resolve(key), work -> make(work, statement, lines));
      // As new as what a test makes itself: the age of a commit is that of its file.
      FileUtils.copyDirectory(made.toFile(), target.toFile(), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void make(Path target, String statement, List<String> lines) {
    String place = "delta.`" + target + "`";
    SPARK.sql(
        statement.replaceFirst(
            "CREATE TABLE \\w+", Matcher.quoteReplacement("CREATE TABLE " + place)));
    if (!lines.isEmpty()) {
      StructType schema = SPARK.table(place).schema();
      Dataset<String> text = SPARK.createDataset(lines, Encoders.STRING());
      Dataset<Row> rows = SPARK.read().schema(readable(schema)).json(text);
      rows.selectExpr(values(schema))
          .coalesce(1)
          .write()
          .format("delta")
          .mode("append")
          .save(target.toString());
    }
  }

  /** JSON has no keys but texts, and no column that may not be absent. */
  private static StructType readable(StructType schema) {
    StructType result = new StructType();
    for (StructField field : schema.fields()) {
      DataType type =
          field.dataType() instanceof MapType map
              ? DataTypes.createMapType(DataTypes.StringType, map.valueType())
              : field.dataType();
      result = result.add(field.name(), type, true);
    }
    return result;
  }

  private static String[] values(StructType schema) {
    return Arrays.stream(schema.fields())
        .map(
            field ->
                field.dataType() instanceof MapType map
                    ? "transform_keys(`%s`, (k, v) -> CAST(k AS %s)) AS `%s`"
                        .formatted(field.name(), map.keyType().sql(), field.name())
                    : "`" + field.name() + "`")
        .toArray(String[]::new);
  }

  private static Map<String, String> statements(int shape) {
    Map<String, String> statements = new LinkedHashMap<>();
    for (String statement : text(shape + "/schema.sql").split(";\\n")) {
      Matcher name = CREATE.matcher(statement);
      if (name.find()) {
        statements.put(name.group(1), statement.strip());
      }
    }
    return statements;
  }

  private static List<String> lines(int shape, String table) {
    return SHAPES.stream()
        .filter(from -> from == ROWS || (from > ROWS && from <= shape))
        .map(from -> from + "/" + table + ".jsonl")
        .filter(name -> ReleasedStore.class.getResource("/stores/" + name) != null)
        .flatMap(name -> text(name).lines())
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static String text(String name) {
    try (InputStream in = ReleasedStore.class.getResourceAsStream("/stores/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
