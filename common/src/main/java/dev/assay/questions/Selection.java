package dev.assay.questions;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Chooses test cases among drafts: relevant to their source, no two alike, types balanced within a
 * chunk. The result does not depend on the order of the drafts.
 *
 * <p>Reasons in {@link Result#rejections}: {@code low_relevancy}; {@code same_text} and {@code
 * near_duplicate} of a question that was chosen earlier; {@code same_facts} (a chosen question has
 * the same supporting sentences); {@code per_chunk} (the chunk has enough); {@code yes_no_share}
 * (more than half would be answered with yes or no).
 *
 * @param minRelevancy least cosine, in [-1, 1], of the question and the most similar sentence of
 *     its source chunks; the options of a multiple choice do not count
 * @param maxSimilarity a question with a higher cosine to a chosen one is dropped
 * @param perChunk questions kept for one chunk at most
 */
public record Selection(
    Embedder embedder, double minRelevancy, double maxSimilarity, int perChunk, long seed) {
  private static final int BATCH = 512;

  /** What was chosen, in the order of chunk ids, and how many drafts were not, by reason. */
  public record Result(List<DraftQuestion> chosen, Map<String, Integer> rejections) {}

  /**
   * Chooses among {@code drafts}.
   *
   * @param texts the text of every source chunk by its id
   * @throws IllegalArgumentException if a source chunk has no text
   */
  public Result select(List<DraftQuestion> drafts, Map<String, String> texts) {
    List<DraftQuestion> sorted =
        drafts.stream().sorted(Comparator.comparing(DraftQuestion::key)).toList();
    Map<String, List<String>> sentences = sentences(sorted, texts);
    Map<String, Embedding> vectors = vectors(sorted, sentences);
    Map<String, Integer> rejections = new TreeMap<>();
    TreeMap<String, List<DraftQuestion>> byChunk = new TreeMap<>();
    for (DraftQuestion draft : sorted) {
      if (relevancy(draft, sentences, vectors) < minRelevancy) {
        rejections.merge("low_relevancy", 1, Integer::sum);
      } else {
        byChunk.computeIfAbsent(draft.sourceChunkIds().get(0), id -> new ArrayList<>()).add(draft);
      }
    }
    Chosen chosen = new Chosen(vectors, maxSimilarity, rejections);
    byChunk.forEach(
        (chunk, own) -> {
          int kept = 0;
          for (DraftQuestion draft : inTurns(chunk, own)) {
            if (kept == perChunk) {
              rejections.merge("per_chunk", 1, Integer::sum);
            } else if (chosen.take(draft)) {
              kept++;
            }
          }
        });
    return new Result(balanced(chosen.drafts, rejections), rejections);
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

  /** Every text whose vector {@link #select} asks for, so that they can be computed together. */
  public static List<String> texts(List<DraftQuestion> drafts, Map<String, String> chunks) {
    return List.copyOf(distinct(drafts, sentences(drafts, chunks)));
  }

  /** One of each type in turn; which type and which draft comes first is seeded by the chunk. */
  private List<DraftQuestion> inTurns(String chunk, List<DraftQuestion> own) {
    Map<DraftQuestion, Integer> turns = new LinkedHashMap<>();
    Map<QueryType, Integer> seen = new TreeMap<>();
    own.stream()
        .sorted(Comparator.comparingLong(draft -> Seeds.of(seed, "select-draft", draft.key())))
        .forEach(draft -> turns.put(draft, seen.merge(draft.queryType(), 1, Integer::sum)));
    return own.stream()
        .sorted(
            Comparator.<DraftQuestion>comparingInt(turns::get)
                .thenComparingLong(
                    draft -> Seeds.of(seed, "select-type", chunk + draft.queryType().id())))
        .toList();
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

  private static Set<String> distinct(
      List<DraftQuestion> drafts, Map<String, List<String>> sentences) {
    Set<String> distinct = new LinkedHashSet<>();
    drafts.forEach(draft -> distinct.add(draft.stem()));
    drafts.forEach(draft -> distinct.add(draft.question()));
    sentences.values().forEach(distinct::addAll);
    return distinct;
  }

  private Map<String, Embedding> vectors(
      List<DraftQuestion> drafts, Map<String, List<String>> sentences) {
    List<String> all = List.copyOf(distinct(drafts, sentences));
    Map<String, Embedding> vectors = new LinkedHashMap<>();
    for (int from = 0; from < all.size(); from += BATCH) {
      List<String> batch = all.subList(from, Math.min(from + BATCH, all.size()));
      List<Embedding> embedded = embedder.embed(batch);
      for (int i = 0; i < batch.size(); i++) {
        vectors.put(batch.get(i), embedded.get(i));
      }
    }
    return vectors;
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
