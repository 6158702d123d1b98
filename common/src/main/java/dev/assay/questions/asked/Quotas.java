package dev.assay.questions.asked;

import dev.assay.base.Seeds;
import dev.assay.questions.QueryType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many questions each stratum wants of each type and difficulty: all the same, as far as the
 * number can be divided. What is left over goes to as many types as there are, and among those to
 * as many difficulties, in an order that the seed and the stratum give.
 */
public final class Quotas {
  private Quotas() {}

  /**
   * The quotas of a stratum; cells that get none are left out.
   *
   * @param wanted its questions
   * @param types that can be asked in it
   */
  public static SortedMap<Cell, Integer> of(
      int stratum,
      int wanted,
      Collection<QueryType> types,
      Collection<String> difficulties,
      long seed) {
    List<Cell> cells = diagonals(stratum, types, difficulties, seed);
    SortedMap<Cell, Integer> quotas = new TreeMap<>();
    for (int i = 0; i < wanted && !cells.isEmpty(); i++) {
      quotas.merge(cells.get(i % cells.size()), 1, Integer::sum);
    }
    return Collections.unmodifiableSortedMap(quotas);
  }

  /** First each type once, with the difficulties in turn; then each with the next difficulty. */
  private static List<Cell> diagonals(
      int stratum, Collection<QueryType> types, Collection<String> difficulties, long seed) {
    List<QueryType> first = new ArrayList<>(types);
    first.sort(Comparator.comparingLong(type -> Seeds.of(seed, "quota-type", stratum + type.id())));
    List<String> second = new ArrayList<>(difficulties);
    second.sort(Comparator.comparingLong(one -> Seeds.of(seed, "quota-difficulty", stratum + one)));
    List<Cell> cells = new ArrayList<>();
    for (int turn = 0; turn < second.size(); turn++) {
      for (int i = 0; i < first.size(); i++) {
        cells.add(new Cell(stratum, first.get(i), second.get((i + turn) % second.size())));
      }
    }
    return cells;
  }
}
