package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.NamedRow;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_COLUMNS = 10_000;

  /** A record: its columns, or what could not be parsed. */
  private record Line(String file, long number, Map<String, String> columns, String malformed) {}

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
    return table.rows(spark);
  }

  private void csv(String file, String text, String owner) {
    CsvParserSettings settings = new CsvParserSettings();
    settings.getFormat().setDelimiter(Delimiter.of(text, ','));
    settings.getFormat().setQuoteEscape('"');
    settings.getFormat().setComment('\0');
    settings.setLineSeparatorDetectionEnabled(true);
    settings.setNormalizeLineEndingsWithinQuotes(false);
    settings.setMaxCharsPerColumn(-1);
    settings.setMaxColumns(MAX_COLUMNS);
    CsvParser parser = new CsvParser(settings);
    parser.beginParsing(new StringReader(text));
    String[] header = parser.parseNext();
    if (header == null) {
      throw new StageException(
          "%s.path: %s is empty; its first line must name the columns.".formatted(owner, file));
    }
    // The parser does not count lines within quotes.
    long within = breaks(header);
    header = Headings.of(header);
    long line = parser.getContext().currentLine() + 1 + within;
    for (String[] values = parser.parseNext(); values != null; values = parser.parseNext()) {
      Map<String, String> columns = new LinkedHashMap<>();
      for (int i = 0; i < header.length; i++) {
        if (header[i] != null) {
          columns.put(header[i], i < values.length ? values[i] : null);
        }
      }
      boolean whole = values.length <= header.length;
      lines.add(new Line(file, line, columns, whole ? null : String.join(",", values)));
      within += breaks(values);
      line = parser.getContext().currentLine() + 1 + within;
    }
  }

  private static long breaks(String[] values) {
    return Arrays.stream(values)
        .filter(Objects::nonNull)
        .flatMapToInt(String::chars)
        .filter(c -> c == '\n')
        .count();
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
    Map<String, String> columns = new LinkedHashMap<>();
    try {
      JsonNode record = JSON.readTree(line);
      if (record.isObject()) {
        record
            .fields()
            .forEachRemaining(field -> columns.put(field.getKey(), text(field.getValue())));
        return new Line(file, number, columns, null);
      }
    } catch (JsonProcessingException e) {
      // Kept as given.
    }
    return new Line(file, number, Map.of(), line);
  }

  private static String text(JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private Dataset<Row> rows(SparkSession spark) {
    Set<String> names = new LinkedHashSet<>();
    lines.forEach(line -> names.addAll(line.columns().keySet()));
    StructType schema = new StructType();
    for (String name : names) {
      schema = schema.add(name, DataTypes.StringType);
    }
    schema =
        schema
            .add(MALFORMED, DataTypes.StringType)
            .add(FILE, DataTypes.StringType)
            .add(LINE, DataTypes.LongType);
    List<Row> rows = new ArrayList<>();
    for (Line line : lines) {
      NamedRow row =
          NamedRow.of(schema)
              .set(MALFORMED, line.malformed())
              .set(FILE, line.file())
              .set(LINE, line.number());
      line.columns().forEach(row::set);
      rows.add(row.build());
    }
    return spark.createDataFrame(rows, schema);
  }
}
