package dev.assay.jobs.inputs;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;

/**
 * Records of delimited text whose first line names the columns ({@link Headings}) and shows what
 * separates them ({@link Delimiter}).
 */
final class CsvRecords implements Iterator<SourceRecord> {
  private static final int MAX_COLUMNS = 10_000;

  /** In characters. The parser's own is a million, 2 MB for each of many small files. */
  private static final int BUFFER = 1 << 16;

  private final char delimiter;
  private final CsvParser parser;
  private final String[] header;
  private final Lines lines;
  private long line;
  private String[] next;

  CsvRecords(Reader from, char usual) {
    BufferedReader text = Delimiter.ahead(from);
    String end;
    try {
      String head = Delimiter.head(text);
      this.delimiter = Delimiter.of(head, usual);
      end = end(head);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    CsvParserSettings settings = new CsvParserSettings();
    settings.getFormat().setDelimiter(delimiter);
    settings.getFormat().setQuoteEscape('"');
    settings.setCommentProcessingEnabled(false); // A line is a record whatever it begins with.
    settings.getFormat().setLineSeparator(end);
    settings.getFormat().setNormalizedNewline(end.charAt(end.length() - 1));
    settings.setNormalizeLineEndingsWithinQuotes(false);
    settings.setMaxCharsPerColumn(-1);
    settings.setMaxColumns(MAX_COLUMNS);
    settings.setInputBufferSize(BUFFER);
    // A reader that is not read to its end would leave its thread behind.
    settings.setReadInputOnSeparateThread(false);
    this.parser = new CsvParser(settings);
    this.lines = new Lines(text, end.charAt(end.length() - 1));
    parser.beginParsing(lines);
    String[] first = parser.parseNext();
    String[] line = first == null ? new String[0] : first;
    this.header = Headings.of(line);
    advance();
  }

  /** Whether there is not even a line that names columns. */
  boolean isEmpty() {
    return header.length == 0;
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public SourceRecord next() {
    if (next == null) {
      throw new NoSuchElementException();
    }
    String[] values = next;
    long at = line;
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < header.length; i++) {
      if (header[i] != null) {
        columns.put(header[i], i < values.length ? values[i] : null);
      }
    }
    advance();
    return values.length <= header.length
        ? new SourceRecord(at, columns, "")
        : SourceRecord.malformed(
            at,
            String.join(
                String.valueOf(delimiter),
                Arrays.stream(values).map(value -> Objects.toString(value, "")).toList()));
  }

  /**
   * With what lines end, by the first that does: old files of spreadsheets have no newline. The
   * parser's own detection looks within quotes too.
   */
  private static String end(String head) {
    boolean quoted = false;
    for (int i = 0; i < head.length(); i++) {
      char one = head.charAt(i);
      if (!quoted && (one == '\r' || one == '\n')) {
        return one == '\n' ? "\n" : head.startsWith("\n", i + 1) ? "\r\n" : "\r";
      }
      quoted ^= one == '"';
    }
    return "\n";
  }

  private void advance() {
    line = parser.getContext() == null ? 1 : lines.before(parser.getContext().currentChar()) + 1;
    next = header.length == 0 ? null : parser.parseNext();
  }

  /** The parser counts some of the line breaks within quotes: its place in the text says all. */
  private static final class Lines extends FilterReader {
    private final Queue<Long> breaks = new ArrayDeque<>();
    private long read;
    private long passed;
    private final char end;

    Lines(Reader text, char end) {
      super(text);
      this.end = end;
    }

    @Override
    public int read(char[] into, int from, int most) throws IOException {
      int got = super.read(into, from, most);
      for (int i = from; i < from + got; i++, read++) {
        if (into[i] == end) {
          breaks.add(read);
        }
      }
      return got;
    }

    /** How many line breaks stand before the character {@code place}. */
    long before(long place) {
      for (; !breaks.isEmpty() && breaks.peek() < place; passed++) {
        breaks.remove();
      }
      return passed;
    }
  }
}
