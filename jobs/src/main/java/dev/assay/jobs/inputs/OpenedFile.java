package dev.assay.jobs.inputs;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A user's file on an executor.
 *
 * @param charset of its text
 */
record OpenedFile(Path path, String charset, Configuration hadoop) {

  String name() {
    return path.toUri().getScheme() == null || path.toUri().getScheme().equals("file")
        ? path.toUri().getPath()
        : path.toString();
  }

  /** Its records, read as they are asked for; a sheet's at once. */
  Iterator<SourceRecord> records(String kind, String sheet) {
    try {
      if (kind.equals("xlsx")) {
        try (InputStream in = path.getFileSystem(hadoop).open(path)) {
          return SheetRecords.read(in, sheet).iterator();
        }
      }
      Reader text = text();
      Iterator<SourceRecord> records =
          switch (kind) {
            case "csv" -> new CsvRecords(text, ',');
            case "tsv" -> new CsvRecords(text, '\t');
            case "yaml" -> new YamlRecords(text);
            case "trec" -> TrecRecords.queries(text);
            default -> new JsonRecords(text);
          };
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          boolean more = records.hasNext();
          if (!more) {
            close(text);
          }
          return more;
        }

        @Override
        public SourceRecord next() {
          return records.next();
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException("'%s': %s".formatted(name(), e.getMessage()), e);
    }
  }

  /** Its text without a mark of its encoding. */
  private Reader text() throws IOException {
    PushbackReader text =
        new PushbackReader(
            new InputStreamReader(path.getFileSystem(hadoop).open(path), Charset.forName(charset)));
    int first = text.read();
    if (first >= 0 && first != '\uFEFF') {
      text.unread(first);
    }
    return text;
  }

  private static void close(Reader text) {
    try {
      text.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
