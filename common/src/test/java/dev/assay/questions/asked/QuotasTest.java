package dev.assay.questions.asked;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.questions.QueryType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class QuotasTest {
  private static final List<QueryType> TYPES =
      List.of(QueryType.FACTUAL, QueryType.NUMERIC, QueryType.COMPARISON);
  private static final List<String> LEVELS = List.of("easy", "hard");

  /** 20 over 3 x 2 cells: 3 each and 2 over, which go to two types. */
  @Test
  void areEvenAndTheRestGoesToDifferentTypes() {
    SortedMap<Cell, Integer> quotas = Quotas.of(4, 20, TYPES, LEVELS, 7);
    assertThat(quotas).hasSize(6);
    assertThat(quotas.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
    Set<QueryType> more =
        quotas.entrySet().stream()
            .filter(one -> one.getValue() == 4)
            .map(one -> one.getKey().type())
            .collect(Collectors.toSet());
    assertThat(more).hasSize(2);
  }

  @Test
  void fewQuestionsAreOfDifferentTypesAndDifficulties() {
    SortedMap<Cell, Integer> quotas = Quotas.of(4, 3, TYPES, LEVELS, 7);
    assertThat(quotas.keySet().stream().map(Cell::type).distinct()).hasSize(3);
    assertThat(quotas.keySet().stream().map(Cell::difficulty).distinct()).hasSize(2);
    assertThat(Quotas.of(4, 3, List.of(), LEVELS, 7)).isEmpty();
  }

  /**
   * Of six chunks two have partners; six requests of each of three types would be 18, two a chunk.
   */
  @Test
  void everyTypeIsAskedAsItsQuotaWantsAsFarAsChunksCan() {
    SortedMap<Cell, Integer> quotas = Quotas.of(0, 12, TYPES, LEVELS, 1);
    TreeSet<String> chunks = new TreeSet<>(List.of("a", "b", "c", "d", "e", "f"));
    Map<String, List<String>> partners = Map.of("c", List.of("x", "y"), "e", List.of("z"));
    Rota rota = new Rota(quotas, chunks, partners, 1);
    List<Assignment> first = rota.first(2);
    assertThat(first).hasSize(12);
    Map<QueryType, Long> asked =
        first.stream().collect(Collectors.groupingBy(Assignment::type, Collectors.counting()));
    assertThat(asked)
        .isEqualTo(Map.of(QueryType.FACTUAL, 5L, QueryType.NUMERIC, 5L, QueryType.COMPARISON, 2L));
    assertThat(first)
        .filteredOn(one -> one.type() == QueryType.COMPARISON)
        .allMatch(one -> partners.get(one.chunkIds().get(0)).contains(one.chunkIds().get(1)));
    assertThat(new Rota(quotas, chunks, partners, 1).first(2)).isEqualTo(first);

    // One easy numeric question is missing: the one chunk with room that was not asked for any.
    Set<String> numeric =
        first.stream()
            .filter(one -> one.type() == QueryType.NUMERIC)
            .map(one -> one.chunkIds().get(0))
            .collect(Collectors.toSet());
    SortedMap<Cell, Integer> missing =
        new java.util.TreeMap<>(Map.of(new Cell(0, QueryType.NUMERIC, "easy"), 3));
    Map<String, Integer> room = chunks.stream().collect(Collectors.toMap(id -> id, id -> 1));
    List<Assignment> more = rota.more(missing, room);
    assertThat(more).hasSize(6 - numeric.size());
    assertThat(more)
        .allMatch(
            one ->
                !numeric.contains(one.chunkIds().get(0))
                    && one.difficulties().equals(List.of("easy")));
    assertThat(rota.more(missing, room)).isEmpty();
    assertThat(rota.more(missing, Map.of())).isEmpty();
  }
}
