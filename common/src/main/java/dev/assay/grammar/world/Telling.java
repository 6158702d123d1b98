package dev.assay.grammar.world;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Writes the documents, one for each row, and chooses what they leave out: single values, in
 * whichever document they would stand, and of every {@value #MISSING}th client the whole document.
 */
final class Telling {
  private static final int MISSING = 12;

  private final List<WorldTable> tables;
  private final BankRows rows;
  private final long seed;
  private final double gapShare;
  private final List<FactSentence> sentences = FactSentence.all();

  Telling(List<WorldTable> tables, long seed, double gapShare) {
    this.tables = tables;
    this.rows = new BankRows(tables);
    this.seed = seed;
    this.gapShare = gapShare;
  }

  World world() {
    SortedMap<String, String> documents = new TreeMap<>();
    List<Gap> gaps = new ArrayList<>();
    for (WorldTable table : tables) {
      for (int i = 0; i < table.rows().size(); i++) {
        SortedMap<String, Object> row = table.rows().get(i);
        String path = path(table.name(), rows.key(table.name(), row));
        boolean missing = missing(table.name(), i);
        Predicate<Cell> untold = missing ? cell -> true : this::gap;
        gaps(table.name(), row, path, untold, gaps);
        if (!missing) {
          documents.put(path, document(table.name(), row));
        }
      }
    }
    return new World(tables, documents, List.copyOf(gaps));
  }

  private boolean missing(String table, int i) {
    return gapShare > 0 && table.equals("client") && i % MISSING == MISSING - 1;
  }

  private boolean gap(Cell cell) {
    return Seeds.uniform(seed, "gap", String.join("\n", cell.table(), cell.key(), cell.column()))
        < gapShare;
  }

  private void gaps(
      String table,
      SortedMap<String, Object> row,
      String path,
      Predicate<Cell> untold,
      List<Gap> gaps) {
    String key = rows.key(table, row);
    for (FactSentence sentence : sentences) {
      Cell cell = new Cell(table, key, sentence.column());
      if (sentence.own() && sentence.table().equals(table) && untold.test(cell)) {
        Optional.ofNullable(row.get(sentence.column()))
            .map(FactSentence::written)
            .ifPresent(value -> gaps.add(new Gap(table, key, cell.column(), value, path)));
      }
    }
  }

  private String document(String table, SortedMap<String, Object> row) {
    List<String> told = new ArrayList<>();
    for (FactSentence sentence : sentences) {
      if (sentence.document().equals(table) && !leftOut(sentence, table, row)) {
        sentence.of(row, rows).ifPresent(told::add);
      }
    }
    return "# %s %s\n\n%s\n".formatted(title(table), rows.key(table, row), String.join(" ", told));
  }

  /** Whether the value that it tells is a gap, its own row's or that of a row it leads to. */
  private boolean leftOut(FactSentence sentence, String table, SortedMap<String, Object> row) {
    return rows.joined(table, row, sentence.table())
        .map(
            joined ->
                new Cell(sentence.table(), rows.key(sentence.table(), joined), sentence.column()))
        .filter(this::tellable)
        .filter(this::gap)
        .isPresent();
  }

  /** Names are never left out: rows are known by them. */
  private boolean tellable(Cell cell) {
    return sentences.stream()
        .anyMatch(
            one ->
                one.own()
                    && one.table().equals(cell.table())
                    && one.column().equals(cell.column()));
  }

  private static String title(String table) {
    return table.substring(0, 1).toUpperCase(Locale.ROOT) + table.substring(1);
  }

  private static String path(String table, String key) {
    return table + "/" + key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".md";
  }
}
