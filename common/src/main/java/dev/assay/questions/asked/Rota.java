package dev.assay.questions.asked;

import dev.assay.base.Seeds;
import dev.assay.questions.QueryType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who is asked for what in one stratum: which types of question each of its sampled chunks gets, so
 * that every type is asked as often as its quota wants it. No chunk is asked twice for a type. The
 * seed decides where nothing else does.
 */
public final class Rota {
  private final SortedMap<Cell, Integer> quotas;
  private final List<String> chunks;
  private final Map<String, List<String>> partners;
  private final long seed;
  private final Set<String> asked = new HashSet<>();

  /**
   * @param quotas of the stratum
   * @param chunks its sampled chunks
   * @param partners chunks that may be the second one, by the first
   */
  public Rota(
      SortedMap<Cell, Integer> quotas,
      SortedSet<String> chunks,
      Map<String, List<String>> partners,
      long seed) {
    this.quotas = new TreeMap<>(quotas);
    this.chunks = new ArrayList<>(chunks);
    this.partners = Map.copyOf(partners);
    this.seed = seed;
    // Chunks with partners first: only they can take the types on two.
    this.chunks.sort(
        Comparator.<String>comparingInt(id -> this.partners.containsKey(id) ? 0 : 1)
            .thenComparingLong(id -> Seeds.of(seed, "rota", id)));
  }

  /** The first round: each chunk is asked for the types that have had least of their quota. */
  public List<Assignment> first(int perChunk) {
    Map<QueryType, Integer> wanted = new TreeMap<>();
    quotas.forEach((cell, quota) -> wanted.merge(cell.type(), quota, Integer::sum));
    Map<QueryType, Integer> load = new HashMap<>();
    List<Assignment> round = new ArrayList<>();
    for (String chunk : chunks) {
      wanted.keySet().stream()
          .filter(type -> askable(chunk, type))
          .sorted(
              Comparator.<QueryType>comparingDouble(
                      type -> load.getOrDefault(type, 0) / (double) wanted.get(type))
                  .thenComparingInt(type -> type.onTwo() ? 0 : 1)
                  .thenComparingLong(type -> Seeds.of(seed, "rota-type", chunk + type.id())))
          .limit(perChunk)
          .forEach(
              type -> {
                load.merge(type, 1, Integer::sum);
                round.add(assign(chunk, type, quotas.keySet()));
              });
    }
    return List.copyOf(round);
  }

  /**
   * A further round, for what is missing: as many chunks as questions are, those with the fewest
   * questions first.
   *
   * @param missing of this stratum
   * @param room how many more questions each chunk may have
   */
  public List<Assignment> more(SortedMap<Cell, Integer> missing, Map<String, Integer> room) {
    Map<QueryType, Integer> wanted = new TreeMap<>();
    missing.forEach((cell, number) -> wanted.merge(cell.type(), number, Integer::sum));
    List<Assignment> round = new ArrayList<>();
    wanted.forEach(
        (type, number) ->
            chunks.stream()
                .filter(id -> askable(id, type) && room.getOrDefault(id, 0) > 0)
                .filter(id -> !asked.contains(new Assignment(type, List.of(), List.of(id)).key()))
                .sorted(
                    Comparator.<String>comparingInt(id -> -room.get(id))
                        .thenComparingLong(id -> Seeds.of(seed, "rota-more", id + type.id())))
                .limit(number)
                .forEach(id -> round.add(assign(id, type, missing.keySet()))));
    return List.copyOf(round);
  }

  private boolean askable(String chunk, QueryType type) {
    return !type.onTwo() || partners.containsKey(chunk);
  }

  private Assignment assign(String chunk, QueryType type, Set<Cell> cells) {
    List<String> ids = new ArrayList<>(List.of(chunk));
    if (type.onTwo()) {
      ids.add(
          partners.get(chunk).stream()
              .min(
                  Comparator.<String>comparingLong(
                          id -> Seeds.of(seed, "rota-partner", chunk + id + type.id()))
                      .thenComparing(id -> id))
              .orElseThrow());
    }
    List<String> difficulties =
        List.copyOf(
            new TreeSet<>(
                cells.stream().filter(cell -> cell.type() == type).map(Cell::difficulty).toList()));
    Assignment assignment = new Assignment(type, difficulties, ids);
    asked.add(assignment.key());
    return assignment;
  }
}
