package dev.assay.report.export;

import dev.assay.base.Resources;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Copies;
import dev.assay.report.evidence.Cells;
import dev.assay.report.evidence.Folder;
import dev.assay.report.evidence.Snapshot;
import dev.assay.report.evidence.Statement;
import dev.assay.tables.Store;
import dev.assay.text.Spreadsheet;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * What the page says of the newest finished runs of a name, for other programs and for texts: a
 * file of CSV a table, with all rows and full precision, and one of Markdown with the first rows of
 * each. All are of the moment at which the export was made.
 */
public final class Export {
  /** The tables, in reading order. */
  static final List<String> TABLES =
      List.of(
          "people",
          "people_by_slice",
          "leaderboard",
          "court",
          "decisions",
          "weaknesses",
          "problems",
          "robustness");

  /** The file that holds the first rows of all. */
  static final String TEXT = "report.md";

  private static final int MOST_ROWS = 50;

  private final Store store;
  private final AssayConfig config;
  private final Snapshot snapshot;

  /** Of the store as it is now. */
  public Export(Store store, AssayConfig config) {
    this.store = store;
    this.config = config;
    this.snapshot = new Snapshot(store.spark(), config.store(), store.night(), Snapshot.now(store));
  }

  /**
   * Writes the files, over those that are there, once all that they say is computed.
   *
   * @param headline the page's first lines
   * @return how many files
   */
  public int write(Path directory, List<String> headline) {
    String run = config.run().name();
    Map<String, Object> values = Map.of("run", run, "alpha", 1 - config.analyze().confidence());
    Map<String, String> files = new LinkedHashMap<>();
    StringBuilder text = new StringBuilder("# " + Cells.text(config.report().title()) + "\n\n");
    text.append("Run “").append(Cells.text(run)).append("”.\n\n");
    headline.forEach(line -> text.append("- ").append(Cells.text(line)).append('\n'));
    for (String name : TABLES) {
      Statement statement = new Statement(name, sql(name));
      Snapshot.Rows found = snapshot.rows(statement, values, Integer.MAX_VALUE);
      files.put(name + ".csv", csv(found));
      text.append("\n## ").append(statement.title()).append("\n\n");
      text.append(markdown(statement, found));
    }
    files.put(TEXT, text.toString());
    new Copies(store, config)
        .note(
            "report --export",
            files.keySet().stream().map(name -> Folder.hadoop(directory, name)).toList(),
            List.of());
    files.forEach(new Folder(directory, store.spark().sessionState().newHadoopConf())::write);
    return files.size();
  }

  private static String csv(Snapshot.Rows found) {
    StringBuilder lines = new StringBuilder(Spreadsheet.line(found.columns()));
    for (Row row : found.rows()) {
      List<Object> cells = new ArrayList<>();
      found.columns().forEach(column -> cells.add(value(row.<Object>getAs(column))));
      lines.append(Spreadsheet.line(cells));
    }
    return lines.toString();
  }

  private static Object value(Object given) {
    return given instanceof Timestamp time ? time.toInstant().toString() : given;
  }

  private static String markdown(Statement statement, Snapshot.Rows found) {
    List<Row> rows = found.rows();
    if (rows.isEmpty()) {
      return statement.none() + "\n";
    }
    String table = Cells.table(found.columns(), rows.subList(0, Math.min(MOST_ROWS, rows.size())));
    return rows.size() <= MOST_ROWS
        ? table
        : "%s%nThe first %d of %d rows; %s.csv has all.%n"
            .formatted(table, MOST_ROWS, rows.size(), statement.id());
  }

  private static String sql(String name) {
    return Resources.text(Export.class, "/export/" + name + ".sql")
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Resource 'export/" + name + ".sql' is not on the class path"));
  }
}
