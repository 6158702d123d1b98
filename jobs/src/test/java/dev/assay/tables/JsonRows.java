package dev.assay.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Encoders;

/** Rows of a table as JSON, an object a line with the columns by name; what is left out is null. */
public final class JsonRows {
  private JsonRows() {}

  /** Appends the rows in {@code lines} to {@code table}. */
  public static void append(Store store, Table table, List<String> lines) {
    store.append(
        table,
        store
            .spark()
            .read()
            .schema(table.schema())
            .option("mode", "FAILFAST")
            .json(store.spark().createDataset(lines, Encoders.STRING())));
  }

  /**
   * The lines of {@code folder/table.jsonl} among the tests' resources, if there is such a file.
   */
  public static Optional<List<String>> resource(String folder, Table table) {
    String name = "/" + folder + "/" + table.name() + ".jsonl";
    try (InputStream in = JsonRows.class.getResourceAsStream(name)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
