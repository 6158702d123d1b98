package dev.assay.jobs.doctor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.univocity.parsers.common.TextParsingException;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.Delimiter;
import dev.assay.jobs.inputs.Headings;
import dev.assay.jobs.inputs.SheetRecords;
import dev.assay.jobs.inputs.SourceRecord;
import dev.assay.jobs.inputs.TextEncoding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A table of answers in one file, CSV, TSV, JSON Lines or a JSON list, read record by record, or
 * the first sheet of an Excel workbook.
 *
 * @param path of the file
 */
record TableFile(Path path) {
  private static final int LOOKED_AT = 4 << 20;
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /** Stops reading. */
  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Enough() {
      super("enough", null, false, false);
    }
  }

  /** Gives every record up to {@code limit} to {@code taker}; true where there are more. */
  boolean read(int limit, Consumer<FileRecord> taker) {
    long[] taken = {0};
    Consumer<FileRecord> counted =
        record -> {
          if (taken[0]++ >= limit) {
            throw new Enough();
          }
          taker.accept(record);
        };
    try {
      String kind = kind();
      requireFile();
      if (kind.equals("xlsx")) {
        sheet(counted);
      } else {
        try (BufferedReader reader = reader()) {
          switch (kind) {
            case "csv" -> separated(reader, ',', counted);
            case "tsv" -> separated(reader, '\t', counted);
            default -> json(reader, counted);
          }
        }
      }
    } catch (Enough stopped) {
      return true;
    } catch (IOException e) {
      throw new StageException(
          "doctor: '%s' cannot be read: %s".formatted(path, e.getMessage()), e);
    }
    if (taken[0] == 0) {
      throw new UsageException(
          "doctor: '%s' holds no record. It reads CSV with a line of column names, TSV, Excel (the first sheet) and JSON Lines (an object a line)."
              .formatted(path));
    }
    return false;
  }

  private String kind() {
    String ending = Compressed.ending(path.getFileName().toString());
    if (List.of("csv", "tsv", "xlsx").contains(ending)) {
      return ending;
    }
    if (List.of("jsonl", "ndjson", "json").contains(ending)) {
      return "json";
    }
    throw new UsageException(
        "doctor: '%s' is no .csv, .tsv, .xlsx, .jsonl or .json file (of text: as .gz or .bz2 too). Save it as one of them; 'assay init --from' reads Parquet and Delta."
            .formatted(path));
  }

  private void requireFile() {
    if (!Files.isRegularFile(path)) {
      throw new UsageException("doctor: there is no file '%s'.".formatted(path));
    }
  }

  /** The first sheet of a workbook. */
  private void sheet(Consumer<FileRecord> taker) throws IOException {
    List<SourceRecord> records;
    try (InputStream in = Files.newInputStream(path)) {
      records = SheetRecords.read(in, "");
    }
    for (SourceRecord record : records) {
      Map<String, String> values = new LinkedHashMap<>(record.columns());
      values.values().removeIf(value -> value == null || value.isBlank());
      taker.accept(new FileRecord(record.line(), values));
    }
  }

  private BufferedReader reader() throws IOException {
    TextEncoding encoding;
    try (InputStream in = open()) {
      encoding = TextEncoding.of(in.readNBytes(LOOKED_AT));
    }
    InputStream in = open();
    in.skipNBytes(encoding.mark());
    return new BufferedReader(new InputStreamReader(in, encoding.charset()), 1 << 16);
  }

  /** What the file holds; of one that is compressed what was compressed. */
  private InputStream open() throws IOException {
    return Compressed.read(path.getFileName().toString(), Files.newInputStream(path));
  }

  private void separated(BufferedReader reader, char usual, Consumer<FileRecord> taker)
      throws IOException {
    CsvParserSettings settings = new CsvParserSettings();
    settings.getFormat().setDelimiter(Delimiter.of(reader, usual));
    settings.getFormat().setQuoteEscape('"');
    settings.getFormat().setComment('\0');
    settings.setLineSeparatorDetectionEnabled(true);
    settings.setMaxCharsPerColumn(-1);
    settings.setMaxColumns(10_000);
    settings.setReadInputOnSeparateThread(false);
    CsvParser parser = new CsvParser(settings);
    try {
      parser.beginParsing(reader);
      String[] first = parser.parseNext();
      if (first == null) {
        return;
      }
      String[] header = Headings.of(first);
      long number = 1;
      for (String[] row = parser.parseNext(); row != null; row = parser.parseNext()) {
        number++;
        if (row.length > header.length) {
          throw new UsageException(
              "doctor: record %d of '%s' has %d values, and there are %d columns."
                  .formatted(number, path, row.length, header.length));
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < row.length; i++) {
          if (header[i] != null && row[i] != null && !row[i].isBlank()) {
            values.put(header[i], row[i]);
          }
        }
        taker.accept(new FileRecord(number, values));
      }
    } catch (TextParsingException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new UsageException(
          "doctor: '%s' is no table: %s"
              .formatted(path, e.getMessage().lines().findFirst().orElse("")));
    } finally {
      parser.stopParsing();
    }
  }

  private void json(Reader reader, Consumer<FileRecord> taker) throws IOException {
    try (JsonParser parser = JSON.createParser(reader)) {
      if (parser.nextToken() == null) {
        return;
      }
      if (parser.currentToken() == JsonToken.START_ARRAY) {
        parser.nextToken();
      }
      long number = 0;
      try (MappingIterator<JsonNode> records = JSON.readerFor(JsonNode.class).readValues(parser)) {
        while (records.hasNextValue()) {
          JsonNode record = records.nextValue();
          number++;
          if (!record.isObject()) {
            throw new UsageException(
                "doctor: record %d of '%s' is no JSON object.".formatted(number, path));
          }
          taker.accept(new FileRecord(number, values(record)));
        }
      }
    } catch (JsonProcessingException e) {
      throw new UsageException(
          "doctor: '%s' is no JSON at line %d: %s"
              .formatted(path, e.getLocation().getLineNr(), e.getOriginalMessage()));
    }
  }

  private static Map<String, String> values(JsonNode record) {
    Map<String, String> values = new LinkedHashMap<>();
    record
        .fields()
        .forEachRemaining(
            field -> {
              JsonNode value = field.getValue();
              String text = value.isValueNode() ? value.asText() : value.toString();
              boolean none =
                  value.isNull() || value.isDouble() && Double.isNaN(value.doubleValue());
              if (!none && !text.isBlank()) {
                values.put(field.getKey(), text);
              }
              if (value.isObject()) {
                values(value)
                    .forEach((name, inside) -> values.put(field.getKey() + "." + name, inside));
              }
            });
    return values;
  }
}
