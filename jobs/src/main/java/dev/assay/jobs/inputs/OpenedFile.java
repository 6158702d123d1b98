package dev.assay.jobs.inputs;

import dev.assay.jobs.engine.Compressed;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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
        try (InputStream in = open(path.getFileSystem(hadoop), path)) {
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
          boolean more = named(records::hasNext);
          if (!more) {
            close(text);
          }
          return more;
        }

        @Override
        public SourceRecord next() {
          return named(records::next);
        }
      };
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** What goes wrong while the file is read, such as a compressed one that is cut off. */
  private <T> T named(Supplier<T> step) {
    try {
      return step.get();
    } catch (UncheckedIOException e) {
      throw failure(e.getCause());
    }
  }

  private UncheckedIOException failure(IOException e) {
    return new UncheckedIOException("'%s': %s".formatted(name(), e.getMessage()), e);
  }

  /** Its text without a mark of its encoding. */
  private Reader text() throws IOException {
    PushbackReader text =
        new PushbackReader(
            new InputStreamReader(
                open(path.getFileSystem(hadoop), path), Charset.forName(charset)));
    int first = text.read();
    if (first >= 0 && first != '\uFEFF') {
      text.unread(first);
    }
    return text;
  }

  /** What a file holds; of one that is compressed what was compressed. */
  static InputStream open(FileSystem files, Path path) throws IOException {
    return Compressed.read(path.getName(), files.open(path));
  }

  private static void close(Reader text) {
    try {
      text.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
