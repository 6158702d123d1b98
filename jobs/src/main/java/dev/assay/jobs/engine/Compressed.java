package dev.assay.jobs.engine;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;

/** Files that are compressed, as their names say: {@code answers.jsonl.gz}. */
public final class Compressed {
  /** Those that need no library of the system; in small letters, as Spark's readers want them. */
  private static final Map<String, String> ENDINGS =
      Map.of("gz", CompressorStreamFactory.GZIP, "bz2", CompressorStreamFactory.BZIP2);

  /** Of files that were compressed one by one and put together, all are read. */
  private static final CompressorStreamFactory STREAMS = new CompressorStreamFactory(true);

  private static final List<String> TEXTS =
      List.of("jsonl", "ndjson", "json", "csv", "tsv", "yaml", "yml");

  private Compressed() {}

  /** Whether {@code name} is that of a compressed file. */
  public static boolean is(String name) {
    return ENDINGS.containsKey(last(name));
  }

  /**
   * The ending of a file's name in small letters, of a compressed text that of the text; empty
   * where there is none.
   */
  public static String ending(String name) {
    String text = last(bare(name)).toLowerCase(Locale.ROOT);
    return is(name) && TEXTS.contains(text) ? text : last(name).toLowerCase(Locale.ROOT);
  }

  /** The name without its ending, of a compressed text without both. */
  public static String stem(String name) {
    return last(name).isEmpty()
        ? name
        : bare(ending(name).equalsIgnoreCase(last(name)) ? name : bare(name));
  }

  /** What {@code content} of a file of that name is when it is read: as it is if not compressed. */
  public static InputStream read(String name, InputStream content) throws IOException {
    if (!is(name)) {
      return content;
    }
    BufferedInputStream bytes = new BufferedInputStream(content);
    bytes.mark(1);
    if (bytes.read() < 0) {
      return bytes; // Nothing is compressed to nothing by some programs.
    }
    bytes.reset();
    try {
      return STREAMS.createCompressorInputStream(ENDINGS.get(last(name)), bytes);
    } catch (CompressorException e) {
      content.close();
      throw new IOException(
          "it is not compressed as its name says (." + last(name) + "): " + cause(e), e);
    }
  }

  private static String cause(CompressorException e) {
    return e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
  }

  private static String bare(String name) {
    return name.substring(0, Math.max(0, dot(name)));
  }

  /** What stands behind the last dot of the last part of a path. */
  private static String last(String name) {
    return dot(name) < 0 ? "" : name.substring(dot(name) + 1);
  }

  private static int dot(String name) {
    int dot = name.lastIndexOf('.');
    return dot > Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) ? dot : -1;
  }
}
