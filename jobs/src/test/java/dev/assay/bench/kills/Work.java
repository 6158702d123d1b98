package dev.assay.bench.kills;

import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a stage does when nobody kills it.
 *
 * @param stage its name
 * @param before the store that it begins with
 * @param after the store that it leaves
 * @param commits its commits with rows
 * @param millis how long it takes in a warm process
 * @param calls how many calls it makes
 */
record Work(String stage, Path before, Path after, List<Commit> commits, long millis, int calls) {

  /**
   * A commit of rows to a table.
   *
   * @param millis after the stage's first
   */
  record Commit(String table, long version, long millis) {}

  static Work of(String stage, Path before, Path after, long millis, int calls) {
    List<Commit> commits = new ArrayList<>();
    for (Table table : Tables.ALL) {
      Set<String> more = new TreeSet<>(entries(after, table));
      more.removeAll(entries(before, table));
      more.stream()
          .filter(entry -> hasRows(log(after, table).resolve(entry)))
          .map(
              entry ->
                  new Commit(
                      table.name(),
                      Long.parseLong(entry.substring(0, 20)),
                      log(after, table).resolve(entry).toFile().lastModified()))
          .forEach(commits::add);
    }
    long first = commits.stream().mapToLong(Commit::millis).min().orElse(0);
    return new Work(
        stage,
        before,
        after,
        commits.stream()
            .map(one -> new Commit(one.table(), one.version(), one.millis() - first))
            .toList(),
        millis,
        calls);
  }

  /** Tables that the stage changes, or that are changed in {@code other}. */
  List<Table> changed(Path other) {
    return Tables.ALL.stream()
        .filter(
            table ->
                !entries(before, table).equals(entries(after, table))
                    || !entries(before, table).equals(entries(other, table)))
        .toList();
  }

  private static Path log(Path store, Table table) {
    return store.resolve(table.name()).resolve("_delta_log");
  }

  private static Set<String> entries(Path store, Table table) {
    if (!Files.isDirectory(log(store, table))) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(log(store, table))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\d{20}\\.json"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasRows(Path entry) {
    try {
      return Files.readString(entry).contains("{\"add\":");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
