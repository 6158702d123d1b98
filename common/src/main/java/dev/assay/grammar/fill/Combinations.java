package dev.assay.grammar.fill;

import dev.assay.base.Seeds;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.shape.ParsedTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The values that a template is filled with: of every column the distinct ones, combined. Those of
 * equalities are taken together from rows that exist, so that no combination of them is empty.
 *
 * @param most combinations, spread over the values
 * @param seed of the choice where there are more
 */
public record Combinations(int most, long seed) {
  /** So many times as many rows are looked at as are taken, where there are more. */
  private static final int LOOKED_AT = 20;

  /**
   * The combinations.
   *
   * @param rows of values in the order of the placeholders
   * @param there how many there are; where values were sampled, at least
   * @param unsayable combinations with a value that no question can name
   */
  public record Drawn(List<List<Object>> rows, long there, long unsayable) {}

  /** The template's combinations. */
  public Drawn of(ParsedTemplate template, Database database) {
    List<Part> parts = new ArrayList<>();
    Set<Placeholder> joint = new LinkedHashSet<>();
    JointValues.of(template)
        .ifPresent(
            values -> {
              joint.addAll(values.placeholders());
              parts.add(
                  new Part(values.placeholders(), database.sample(values.sql(), LOOKED_AT * most)));
            });
    for (Placeholder placeholder : template.template().placeholders()) {
      if (!joint.contains(placeholder)) {
        List<List<Object>> values =
            database.distinct(placeholder, LOOKED_AT * most).stream().map(List::of).toList();
        parts.add(new Part(List.of(placeholder), values));
      }
    }
    return drawn(template, parts);
  }

  /** Placeholders whose values belong together. */
  private record Part(List<Placeholder> placeholders, List<List<Object>> rows) {}

  private Drawn drawn(ParsedTemplate template, List<Part> given) {
    long unsayable = 0;
    double there = 1;
    List<Part> parts = new ArrayList<>();
    for (Part part : given) {
      Map<List<String>, Long> said = new HashMap<>();
      part.rows().forEach(row -> said.merge(asRead(row), 1L, Long::sum));
      List<List<Object>> sayable =
          part.rows().stream()
              .filter(row -> row.stream().allMatch(Values::isSayable))
              .filter(row -> said.get(asRead(row)) == 1)
              .toList();
      unsayable += part.rows().size() - sayable.size();
      there *= sayable.size();
      parts.add(new Part(part.placeholders(), sayable));
    }
    if (there == 0) {
      return new Drawn(List.of(), 0, unsayable);
    }
    Set<List<Object>> rows =
        there <= (double) LOOKED_AT * most ? product(template, parts) : some(template, parts);
    List<List<Object>> spread = spread(template.template().id(), List.copyOf(rows));
    return new Drawn(spread, there > Long.MAX_VALUE ? Long.MAX_VALUE : (long) there, unsayable);
  }

  /**
   * What a reader takes for the same: values that differ by blanks or case alone name nothing,
   * since nobody could tell which of them a question means.
   */
  private static List<String> asRead(List<Object> row) {
    return row.stream()
        .map(value -> Values.text(value).replaceAll("\\s+", " ").toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Set<List<Object>> product(ParsedTemplate template, List<Part> parts) {
    List<Map<Placeholder, Object>> rows = List.of(Map.of());
    for (Part part : parts) {
      List<Map<Placeholder, Object>> longer = new ArrayList<>();
      for (Map<Placeholder, Object> row : rows) {
        part.rows().forEach(values -> longer.add(with(row, part, values)));
      }
      rows = longer;
    }
    Set<List<Object>> all = new LinkedHashSet<>();
    rows.forEach(row -> all.add(ordered(template, row)));
    return all;
  }

  /** Of a product that is too large to look at: every value of every part about equally often. */
  private Set<List<Object>> some(ParsedTemplate template, List<Part> parts) {
    SplittableRandom random = Seeds.random(seed, "combinations", template.template().id());
    Set<List<Object>> rows = new LinkedHashSet<>();
    List<List<List<Object>>> decks = new ArrayList<>();
    parts.forEach(part -> decks.add(new ArrayList<>()));
    for (int i = 0; i < LOOKED_AT * most && rows.size() < 2 * most; i++) {
      Map<Placeholder, Object> row = Map.of();
      for (int k = 0; k < parts.size(); k++) {
        List<List<Object>> deck = decks.get(k);
        if (deck.isEmpty()) {
          deck.addAll(parts.get(k).rows());
        }
        int at = random.nextInt(deck.size());
        List<Object> values = deck.set(at, deck.get(deck.size() - 1));
        deck.remove(deck.size() - 1);
        row = with(row, parts.get(k), values);
      }
      rows.add(ordered(template, row));
    }
    return rows;
  }

  private static Map<Placeholder, Object> with(
      Map<Placeholder, Object> row, Part part, List<Object> values) {
    Map<Placeholder, Object> longer = new LinkedHashMap<>(row);
    for (int i = 0; i < values.size(); i++) {
      longer.put(part.placeholders().get(i), values.get(i));
    }
    return longer;
  }

  /** In the order of the placeholders; a span begins before it ends. */
  private static List<Object> ordered(ParsedTemplate template, Map<Placeholder, Object> row) {
    Map<Placeholder, Object> values = new HashMap<>(row);
    for (Span span : Span.of(template)) {
      Object from = values.get(span.from());
      Object to = values.get(span.to());
      if (Values.ORDER.compare(from, to) > 0) {
        values.put(span.from(), to);
        values.put(span.to(), from);
      }
    }
    return template.template().placeholders().stream().map(values::get).toList();
  }

  /**
   * At most {@link #most} rows: first those that are the first with each of their values, in an
   * order by hash, then the second ones, and so on.
   */
  private List<List<Object>> spread(String id, List<List<Object>> rows) {
    List<Placed> hashed = new ArrayList<>();
    rows.forEach(row -> hashed.add(new Placed(Seeds.of(seed, "fill", id + row), 0, row)));
    hashed.sort(Comparator.comparingLong(Placed::hash));
    List<Map<Object, Integer>> seen = new ArrayList<>();
    List<Placed> placed = new ArrayList<>();
    for (Placed one : hashed) {
      int round = 0;
      for (int k = 0; k < one.row().size(); k++) {
        if (seen.size() <= k) {
          seen.add(new HashMap<>());
        }
        round = Math.max(round, seen.get(k).merge(one.row().get(k), 1, Integer::sum));
      }
      placed.add(new Placed(one.hash(), round, one.row()));
    }
    placed.sort(Comparator.comparingInt(Placed::round).thenComparingLong(Placed::hash));
    return new ArrayList<>(
        new LinkedHashSet<>(placed.stream().limit(most).map(Placed::row).toList()));
  }

  private record Placed(long hash, int round, List<Object> row) {}
}
