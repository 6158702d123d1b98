package dev.assay.jobs.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.NamedRow;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A table of texts that people wrote, CSV or JSON Lines, read in the driver so that every row keeps
 * its file and line. Everything is text; what is nested in JSON stays JSON.
 */
public final class TextTable {
  /** Where a row was read. */
  public static final String FILE = "__file";

  /** The line at which the row begins, from 1. */
  public static final String LINE = "__line";

  /** What could not be parsed, as given. */
  public static final String MALFORMED = "__malformed";

  /** Why it could not. */
  public static final String PROBLEM = "__problem";

  /** A record: its columns, or what could not be parsed, and why. */
  private record Line(
      String file, long number, Map<String, String> columns, String malformed, String problem) {}

  private final List<Line> lines = new ArrayList<>();

  private TextTable() {}

  /** The rows of all files at {@code path}; {@code owner} is the key that named it. */
  public static Dataset<Row> read(SparkSession spark, String path, String format, String owner) {
    TextTable table = new TextTable();
    for (TextFile file : TextFile.all(spark, owner + ".path", path)) {
      String text = file.text();
      if (format.equals("csv")) {
        table.csv(file.name(), text, owner);
      } else {
        table.jsonLines(file.name(), text);
      }
    }
    table.requireRecord(owner);
    return table.rows(spark);
  }

  private void csv(String file, String text, String owner) {
    CsvRecords records = new CsvRecords(new StringReader(text), ',');
    if (records.isEmpty()) {
      throw new StageException(
          "%s.path: %s is empty; its first line must name the columns.".formatted(owner, file));
    }
    while (records.hasNext()) {
      SourceRecord record = records.next();
      lines.add(
          record.malformed().isEmpty()
              ? new Line(file, record.line(), record.columns(), null, null)
              : new Line(
                  file,
                  record.line(),
                  Map.of(),
                  record.malformed(),
                  "it has more values than the first line has names"));
    }
  }

  private void jsonLines(String file, String text) {
    long number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        lines.add(json(file, number, line.strip()));
      }
    }
  }

  private static Line json(String file, long number, String line) {
    Optional<JsonNode> record = JsonRecords.parsed(line);
    if (record.isEmpty() || !record.get().isObject()) {
      String why = JsonRecords.problem(line).orElse("it is no object of JSON");
      return new Line(file, number, Map.of(), line, why);
    }
    Map<String, String> columns = new LinkedHashMap<>();
    record
        .get()
        .fields()
        .forEachRemaining(field -> columns.put(field.getKey(), Fields.text(field.getValue())));
    return new Line(file, number, columns, null, null);
  }

  /**
   * A name for each column that is no other's, in whatever letters: to Spark {@code ID} and {@code
   * id} are one. Who writes it small keeps it.
   */
  static Map<String, String> columns(Collection<String> names) {
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    taken.addAll(List.of(MALFORMED, PROBLEM, FILE, LINE));
    Map<String, String> columns = new LinkedHashMap<>();
    for (boolean small : new boolean[] {true, false}) {
      for (String name : names) {
        if (name.equals(name.toLowerCase(Locale.ROOT)) == small) {
          String plain = name.isEmpty() ? "(no name)" : name;
          String own = plain;
          for (int n = 2; !taken.add(own); n++) {
            own = plain + " (" + n + ")";
          }
          columns.put(name, own);
        }
      }
    }
    return columns;
  }

  private void requireRecord(String owner) {
    if (!lines.isEmpty() && lines.stream().allMatch(line -> line.malformed() != null)) {
      Line first = lines.get(0);
      throw new StageException(
          "%s.path: no line of '%s' can be read, the first (line %d) because: %s."
              .formatted(owner, first.file(), first.number(), first.problem()));
    }
  }

  private Dataset<Row> rows(SparkSession spark) {
    Set<String> names = new LinkedHashSet<>();
    lines.forEach(line -> names.addAll(line.columns().keySet()));
    Map<String, String> columns = columns(names);
    StructType schema = new StructType();
    for (String name : names) {
      schema = schema.add(columns.get(name), DataTypes.StringType);
    }
    schema =
        schema
            .add(MALFORMED, DataTypes.StringType)
            .add(PROBLEM, DataTypes.StringType)
            .add(FILE, DataTypes.StringType)
            .add(LINE, DataTypes.LongType);
    List<Row> rows = new ArrayList<>();
    for (Line line : lines) {
      NamedRow row =
          NamedRow.of(schema)
              .set(MALFORMED, line.malformed())
              .set(PROBLEM, line.problem())
              .set(FILE, line.file())
              .set(LINE, line.number());
      line.columns().forEach((name, value) -> row.set(columns.get(name), value));
      rows.add(row.build());
    }
    return spark.createDataFrame(rows, schema);
  }
}
