package dev.assay.jobs.inputs;

import dev.assay.base.Globs;
import dev.assay.jobs.engine.StageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;

/** A file of text that a source names. */
record TextFile(SparkSession spark, String owner, Path path) {
  /** How much of a file is looked at to find its encoding. */
  private static final int LOOKED_AT = 64 << 20;

  /** And to find what separates its columns. */
  private static final int HEAD = 1 << 18;

  /** What a Java array holds. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  /** The files at or under {@code path}, in order of their names. */
  static List<TextFile> all(SparkSession spark, String owner, String path) {
    List<TextFile> files = new ArrayList<>();
    CorpusPath.of(spark, owner, path)
        .files(spark)
        .values()
        .forEach(
            names -> names.forEach(name -> files.add(new TextFile(spark, owner, new Path(name)))));
    return files;
  }

  /**
   * What Spark has to be told to read a file.
   *
   * @param charset the name of the encoding
   * @param delimiter what separates the columns of a table; a comma in any other file
   */
  record Shape(String charset, char delimiter) {
    static final Shape USUAL = new Shape("UTF-8", ',');

    private static final Comparator<Shape> ORDER =
        Comparator.comparing(Shape::charset).thenComparing(Shape::delimiter);
  }

  /**
   * The files at or under {@code paths} by their shapes; each that is not UTF-8 is told.
   *
   * @param table whether they are tables
   */
  static TreeMap<Shape, List<TextFile>> byShape(
      SparkSession spark, String owner, List<String> paths, boolean table) {
    TreeMap<Shape, List<TextFile>> byShape = new TreeMap<>(Shape.ORDER);
    for (String path : paths) {
      for (TextFile file : all(spark, owner, path)) {
        byShape.computeIfAbsent(file.shape(table), shape -> new ArrayList<>()).add(file);
      }
    }
    return byShape;
  }

  static List<String> paths(List<TextFile> files) {
    return files.stream().map(file -> file.path().toString()).toList();
  }

  /**
   * {@code reader} for tables of this shape. Where it finds their columns itself, Spark takes the
   * path of every file for a pattern, whatever it is told: it is told the columns of a path that
   * looks like one.
   */
  static DataFrameReader tables(DataFrameReader reader, Shape shape, List<TextFile> files) {
    DataFrameReader tables =
        reader
            .option("encoding", shape.charset())
            .option("sep", String.valueOf(shape.delimiter()))
            .option("header", true)
            .option("multiLine", true)
            .option("escape", "\"");
    if (!paths(files).stream().allMatch(path -> Globs.literal(path).equals(path))) {
      List<String> head =
          files.stream()
              .map(file -> file.head(shape))
              .filter(text -> !text.isBlank())
              .limit(1)
              .toList();
      SparkSession spark = files.get(0).spark();
      tables.schema(tables.csv(spark.createDataset(head, Encoders.STRING())).schema());
    }
    return tables;
  }

  String name() {
    return path.toUri().getScheme() == null || path.toUri().getScheme().equals("file")
        ? path.toUri().getPath()
        : path.toString();
  }

  /**
   * The whole text.
   *
   * @throws StageException where it is of two gigabytes or more, rather than to leave rows out
   */
  String text() {
    return text(MOST);
  }

  /** The same of fewer bytes than {@code most}. */
  String text(int most) {
    byte[] content = bytes(most);
    if (content.length == most) {
      throw new StageException(
          String.format(
              Locale.ROOT,
              "%s: '%s' has %,d bytes of text or more, which is more than can be read at once."
                  + " Share it out among several files of a folder, and name the folder.",
              owner,
              name(),
              most));
    }
    return told(TextEncoding.of(content)).decode(content);
  }

  /** Its beginning, with the first line of a table whole. */
  private String head(Shape shape) {
    byte[] content = bytes(HEAD);
    int mark = TextEncoding.of(content).mark();
    return new String(content, mark, content.length - mark, Charset.forName(shape.charset()));
  }

  private Shape shape(boolean table) {
    byte[] content = bytes(LOOKED_AT);
    Charset charset = told(TextEncoding.of(content)).charset();
    String head = new String(content, 0, Math.min(content.length, HEAD), charset);
    return new Shape(charset.name(), table ? Delimiter.of(head, ',') : ',');
  }

  /** Its encoding, by its beginning. */
  TextEncoding encoding() {
    return told(TextEncoding.of(bytes(LOOKED_AT)));
  }

  /** Says so where the file is not UTF-8. */
  private TextEncoding told(TextEncoding encoding) {
    if (!encoding.isUtf8()) {
      System.err.println(
          "%s: %s is not UTF-8%s; it is read as %s. If that is wrong, save it as UTF-8."
              .formatted(
                  owner,
                  name(),
                  encoding.oddLine().isPresent()
                      ? " (first at line " + encoding.oddLine().getAsInt() + ")"
                      : "",
                  encoding.charset().name()));
    }
    return encoding;
  }

  private byte[] bytes(int atMost) {
    try {
      FileSystem files = path.getFileSystem(spark.sparkContext().hadoopConfiguration());
      try (InputStream in = OpenedFile.open(files, path)) {
        return in.readNBytes(atMost);
      }
    } catch (IOException e) {
      throw new StageException(
          "%s: '%s' cannot be read: %s".formatted(owner, name(), e.getMessage()), e);
    }
  }
}
