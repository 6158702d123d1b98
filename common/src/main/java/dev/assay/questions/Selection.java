package dev.assay.questions;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.model.Embedding;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Chooses test cases among drafts: relevant to their source, no two alike, types balanced within a
 * chunk. The result does not depend on the order of the drafts.
 *
 * <p>Reasons in {@link Result#rejections}: {@code low_relevancy}; {@code same_text} and {@code
 * near_duplicate} of a question that was chosen earlier; {@code same_facts} (a chosen question has
 * the same supporting sentences); {@code per_chunk} (the chunk has enough; nothing else is known of
 * these); {@code yes_no_share} (more than half would be answered with yes or no).
 *
 * @param embedder vectors of the distinct texts it is given, in their order
 * @param minRelevancy least cosine, in [-1, 1], of the question and the most similar sentence of
 *     its source chunks; the options of a multiple choice do not count
 * @param maxSimilarity a question with a higher cosine to a chosen one is dropped
 * @param perChunk questions kept for one chunk at most
 */
public record Selection(
    Function<List<String>, List<Embedding>> embedder,
    double minRelevancy,
    double maxSimilarity,
    int perChunk,
    long seed) {
  /** What was chosen, in the order of chunk ids, and how many drafts were not, by reason. */
  public record Result(List<DraftQuestion> chosen, Map<String, Integer> rejections) {}

  /**
   * Chooses among {@code drafts}. A draft is embedded when its turn comes: most chunks have enough
   * long before their last one. Texts are asked for in rounds, each text once, for all chunks
   * together; the result is that of embedding all of them.
   *
   * @param texts the text of every source chunk by its id
   * @throws IllegalArgumentException if a source chunk has no text
   */
  public Result select(List<DraftQuestion> drafts, Map<String, String> texts) {
    List<DraftQuestion> sorted =
        drafts.stream().sorted(Comparator.comparing(DraftQuestion::key)).toList();
    Map<String, List<String>> sentences = sentences(sorted, texts);
    TreeMap<String, List<DraftQuestion>> byChunk = new TreeMap<>();
    for (DraftQuestion draft : sorted) {
      byChunk.computeIfAbsent(draft.sourceChunkIds().get(0), id -> new ArrayList<>()).add(draft);
    }
    Map<String, Embedding> vectors = new HashMap<>();
    int ahead = perChunk;
    while (true) {
      Round round = round(byChunk, sentences, vectors, ahead);
      if (round.missing().isEmpty()) {
        Map<String, Integer> rejections = round.chosen().rejections;
        return new Result(balanced(round.chosen().drafts, rejections), rejections);
      }
      List<String> missing = List.copyOf(round.missing());
      List<Embedding> embedded = embedder.apply(missing);
      for (int i = 0; i < missing.size(); i++) {
        vectors.put(missing.get(i), embedded.get(i));
      }
      ahead *= 2;
    }
  }

  /** What is chosen as far as there are vectors, and the texts without which it may be wrong. */
  private record Round(Chosen chosen, Set<String> missing) {}

  private Round round(
      TreeMap<String, List<DraftQuestion>> byChunk,
      Map<String, List<String>> sentences,
      Map<String, Embedding> vectors,
      int ahead) {
    Chosen chosen = new Chosen(vectors, maxSimilarity, new TreeMap<>());
    Set<String> missing = new LinkedHashSet<>();
    byChunk.forEach(
        (chunk, own) -> {
          DraftTurns turns = new DraftTurns(seed, chunk, own);
          int kept = 0;
          while (kept < perChunk && !turns.isEmpty()) {
            DraftQuestion draft = turns.next();
            List<String> needed = needed(draft, sentences);
            if (!vectors.keySet().containsAll(needed)) {
              missing.addAll(needed);
              for (int more = 1; more < ahead && !turns.isEmpty(); more++) {
                missing.addAll(needed(turns.next(), sentences));
                turns.passed();
              }
              return;
            }
            if (relevancy(draft, sentences, vectors) < minRelevancy) {
              chosen.rejections.merge("low_relevancy", 1, Integer::sum);
              continue;
            }
            turns.passed();
            kept += chosen.take(draft) ? 1 : 0;
          }
          if (!turns.isEmpty()) {
            chosen.rejections.merge("per_chunk", turns.size(), Integer::sum);
          }
        });
    missing.removeAll(vectors.keySet());
    return new Round(chosen, missing);
  }

  private static List<String> needed(DraftQuestion draft, Map<String, List<String>> sentences) {
    List<String> needed = new ArrayList<>(List.of(draft.stem(), draft.question()));
    draft.sourceChunkIds().forEach(id -> needed.addAll(sentences.get(id)));
    return needed;
  }

  /**
   * At most as many questions that are answered with yes or no as others, where there are others:
   * those of chunks with the most questions go first, then by seed.
   */
  private List<DraftQuestion> balanced(
      List<DraftQuestion> chosen, Map<String, Integer> rejections) {
    Map<String, Integer> ofChunk = new TreeMap<>();
    chosen.forEach(draft -> ofChunk.merge(draft.sourceChunkIds().get(0), 1, Integer::sum));
    List<DraftQuestion> yesNo =
        new ArrayList<>(chosen.stream().filter(d -> d.queryType() == QueryType.YES_NO).toList());
    int others = chosen.size() - yesNo.size();
    if (others == 0) {
      return List.copyOf(chosen);
    }
    yesNo.sort(Comparator.comparingLong(draft -> Seeds.of(seed, "yes-no", draft.key())));
    Set<DraftQuestion> dropped = new HashSet<>();
    for (int size = perChunk; size >= 1; size--) {
      for (DraftQuestion draft : yesNo) {
        String chunk = draft.sourceChunkIds().get(0);
        if (yesNo.size() - dropped.size() > others
            && ofChunk.get(chunk) >= size
            && dropped.add(draft)) {
          ofChunk.merge(chunk, -1, Integer::sum);
          rejections.merge("yes_no_share", 1, Integer::sum);
        }
      }
    }
    return chosen.stream().filter(draft -> !dropped.contains(draft)).toList();
  }

  private static Map<String, List<String>> sentences(
      List<DraftQuestion> drafts, Map<String, String> texts) {
    Map<String, List<String>> sentences = new TreeMap<>();
    for (DraftQuestion draft : drafts) {
      for (String id : draft.sourceChunkIds()) {
        String text = texts.get(id);
        if (text == null) {
          throw new IllegalArgumentException("No text was given for source chunk '" + id + "'");
        }
        sentences.computeIfAbsent(id, key -> Sentences.scored(text));
      }
    }
    return sentences;
  }

  private static double relevancy(
      DraftQuestion draft, Map<String, List<String>> sentences, Map<String, Embedding> vectors) {
    Embedding question = vectors.get(draft.stem());
    return draft.sourceChunkIds().stream()
        .flatMap(id -> sentences.get(id).stream())
        .mapToDouble(sentence -> Rounding.toNano(question.cosine(vectors.get(sentence))))
        .max()
        .orElse(-1);
  }

  /** What has been chosen so far. */
  private static final class Chosen {
    private final List<DraftQuestion> drafts = new ArrayList<>();
    private final Set<String> texts = new HashSet<>();
    private final Set<Set<String>> facts = new HashSet<>();
    private final Map<String, Embedding> vectors;
    private final double maxSimilarity;
    private final Map<String, Integer> rejections;

    Chosen(Map<String, Embedding> vectors, double maxSimilarity, Map<String, Integer> rejections) {
      this.vectors = vectors;
      this.maxSimilarity = maxSimilarity;
      this.rejections = rejections;
    }

    boolean take(DraftQuestion draft) {
      String normal =
          draft.question().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
      String reason =
          texts.contains(normal)
              ? "same_text"
              : facts.contains(Set.copyOf(draft.facts()))
                  ? "same_facts"
                  : alike(draft) ? "near_duplicate" : "";
      if (!reason.isEmpty()) {
        rejections.merge(reason, 1, Integer::sum);
        return false;
      }
      texts.add(normal);
      facts.add(Set.copyOf(draft.facts()));
      drafts.add(draft);
      return true;
    }

    private boolean alike(DraftQuestion draft) {
      Embedding own = vectors.get(draft.question());
      return drafts.stream()
          .anyMatch(
              other -> Rounding.toNano(own.cosine(vectors.get(other.question()))) > maxSimilarity);
    }
  }
}
