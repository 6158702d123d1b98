package dev.assay.questions.asked;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Fills quotas with drafts: cells take turns, those with the fewest drafts to spare first, so that
 * a scarce kind of question is not crowded out of its chunk by a common one. The result does not
 * depend on the order of the drafts.
 *
 * <p>Reasons: {@code same_text} and {@code near_duplicate} of a question that was chosen earlier,
 * {@code per_chunk} (the chunk has enough), {@code quota_full}.
 *
 * @param vectors embeds every {@link DraftQuestion#stem}
 * @param maxSimilarity a question with a higher cosine to a chosen one is dropped
 * @param perChunk questions kept for one chunk at most
 */
public record QuotaFill(Embedder vectors, double maxSimilarity, int perChunk, long seed) {

  /** A draft that was not chosen, and why. */
  public record Dropped(DraftQuestion draft, String reason) {}

  /**
   * What was chosen, in the order of {@link DraftQuestion#key}, what was not, and how many
   * questions each cell lacks.
   */
  public record Result(
      List<DraftQuestion> chosen, List<Dropped> dropped, SortedMap<Cell, Integer> missing) {}

  /** Fills {@code quotas}; a draft of a cell without a quota is dropped. */
  public Result fill(
      SortedMap<Cell, Integer> quotas,
      List<DraftQuestion> drafts,
      Function<DraftQuestion, Cell> cellOf) {
    SortedMap<Cell, List<DraftQuestion>> pools = new TreeMap<>();
    drafts.stream()
        .distinct()
        .sorted(
            Comparator.<DraftQuestion>comparingLong(
                    draft -> Seeds.of(seed, "fill", draft.key() + draft.expectedAnswer()))
                .thenComparing(DraftQuestion::key))
        .forEach(
            draft ->
                pools.computeIfAbsent(cellOf.apply(draft), cell -> new ArrayList<>()).add(draft));
    SortedMap<Cell, Integer> missing = new TreeMap<>(quotas);
    List<Cell> turns = new ArrayList<>(quotas.keySet());
    turns.sort(
        Comparator.<Cell>comparingInt(
                cell -> pools.getOrDefault(cell, List.of()).size() - quotas.get(cell))
            .thenComparing(cell -> cell));
    Chosen chosen = new Chosen(drafts);
    boolean more = true;
    while (more) {
      more = false;
      for (Cell cell : turns) {
        if (missing.get(cell) > 0 && chosen.takeOne(pools.getOrDefault(cell, new ArrayList<>()))) {
          missing.merge(cell, -1, Integer::sum);
          more = true;
        }
      }
    }
    pools.values().forEach(pool -> pool.forEach(draft -> chosen.drop(draft, "quota_full")));
    missing.values().removeIf(number -> number == 0);
    chosen.kept.sort(Comparator.comparing(DraftQuestion::key));
    return new Result(List.copyOf(chosen.kept), List.copyOf(chosen.dropped), missing);
  }

  /** What has been chosen so far. */
  private final class Chosen {
    private final List<DraftQuestion> kept = new ArrayList<>();
    private final List<Dropped> dropped = new ArrayList<>();
    private final Set<String> texts = new HashSet<>();
    private final Map<String, Integer> byChunk = new HashMap<>();
    private final Map<String, Integer> verdicts = new HashMap<>();
    private final Map<String, Embedding> embedded = new HashMap<>();

    Chosen(List<DraftQuestion> drafts) {
      List<String> stems = drafts.stream().map(DraftQuestion::stem).distinct().toList();
      List<Embedding> all = vectors.embed(stems);
      for (int i = 0; i < stems.size(); i++) {
        embedded.put(stems.get(i), all.get(i));
      }
    }

    /** Takes the first of the pool that can be taken; the ones before it are dropped. */
    boolean takeOne(List<DraftQuestion> pool) {
      balance(pool);
      Iterator<DraftQuestion> next = pool.iterator();
      while (next.hasNext()) {
        DraftQuestion draft = next.next();
        next.remove();
        String problem = problem(draft);
        if (problem.isEmpty()) {
          take(draft);
          return true;
        }
        drop(draft, problem);
      }
      return false;
    }

    /** Of yes_no questions, the verdict that has been chosen less often comes first. */
    private void balance(List<DraftQuestion> pool) {
      if (!pool.isEmpty() && pool.get(0).queryType() == QueryType.YES_NO) {
        pool.sort(Comparator.comparingInt(draft -> verdicts.getOrDefault(verdict(draft), 0)));
      }
    }

    private static String verdict(DraftQuestion draft) {
      return draft.attributes().getOrDefault("verdict", "");
    }

    private String problem(DraftQuestion draft) {
      if (byChunk.getOrDefault(draft.sourceChunkIds().get(0), 0) >= perChunk) {
        return "per_chunk";
      }
      if (texts.contains(Wording.plain(draft.question()))) {
        return "same_text";
      }
      return alike(draft) ? "near_duplicate" : "";
    }

    private boolean alike(DraftQuestion draft) {
      Embedding own = embedded.get(draft.stem());
      return kept.stream()
          .anyMatch(
              other -> Rounding.toNano(own.cosine(embedded.get(other.stem()))) > maxSimilarity);
    }

    private void take(DraftQuestion draft) {
      kept.add(draft);
      texts.add(Wording.plain(draft.question()));
      byChunk.merge(draft.sourceChunkIds().get(0), 1, Integer::sum);
      verdicts.merge(verdict(draft), 1, Integer::sum);
    }

    void drop(DraftQuestion draft, String reason) {
      dropped.add(new Dropped(draft, reason));
    }
  }
}
