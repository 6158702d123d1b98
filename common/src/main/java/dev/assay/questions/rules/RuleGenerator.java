package dev.assay.questions.rules;

import dev.assay.mentions.MentionPool;
import dev.assay.questions.Difficulty;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.SourceChunk;
import dev.assay.retrieval.Bm25;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * The provider {@code rules}: test questions from a chunk's own sentences, in English, without a
 * language model. A rule that is not sure makes no question, so a chunk can yield none. The same
 * chunk, neighbours, pool and seed give the same drafts.
 */
public final class RuleGenerator {
  private final MentionPool pool;
  private final long seed;
  private final Optional<Bm25> index;
  private final List<Rule> factual;
  private final Rule yesNo;
  private final TwoChunks twoChunks;

  /**
   * @param pool the values of the corpus
   * @param seed the run's seed
   * @param index the corpus's chunks, for the retrieval part of the difficulty; empty leaves it out
   */
  public RuleGenerator(MentionPool pool, long seed, Optional<Bm25> index) {
    this.pool = pool;
    this.seed = seed;
    this.index = index;
    this.factual =
        List.of(new ValueRule(), new WhoRule(pool), new ConditionRule(), new ObjectRule());
    this.yesNo = new YesNoRule(pool, seed);
    this.twoChunks = new TwoChunks(pool, seed);
  }

  /**
   * The drafts of {@code types} for {@code chunk}.
   *
   * @param neighbours chunks that can be the second one of a question on two; those of other
   *     documents are preferred
   */
  public List<DraftQuestion> draft(
      SourceChunk chunk, List<SourceChunk> neighbours, Set<QueryType> types) {
    List<Statement> statements = Statement.of(chunk);
    List<Stem> stems = stems(statements);
    List<DraftQuestion> drafts = new ArrayList<>();
    for (Stem stem : stems) {
      Optional<String> question = Context.complete(stem);
      if (question.isPresent()) {
        if (types.contains(QueryType.FACTUAL)) {
          drafts.add(single(QueryType.FACTUAL, stem, question.get(), "", Map.of()));
        }
        if (types.contains(QueryType.MULTIPLE_CHOICE)) {
          Choices.of(stem, question.get(), pool, seed)
              .ifPresent(choices -> drafts.add(choice(stem, question.get(), choices)));
        }
      }
    }
    if (types.contains(QueryType.YES_NO)) {
      for (Statement statement : statements) {
        for (Stem stem : yesNo.apply(statement)) {
          Context.complete(stem)
              .ifPresent(
                  q -> drafts.add(single(QueryType.YES_NO, stem, q, stem.prefix(), Map.of())));
        }
      }
    }
    if (types.contains(QueryType.TWO_CHUNK)) {
      List<Stem> others = new ArrayList<>();
      neighbours.stream()
          .filter(other -> !other.chunkId().equals(chunk.chunkId()))
          .forEach(other -> others.addAll(stems(Statement.of(other))));
      twoChunks.pairs(stems, others).forEach(pair -> drafts.add(pair(pair)));
    }
    return List.copyOf(drafts);
  }

  private List<Stem> stems(List<Statement> statements) {
    List<Stem> stems = new ArrayList<>();
    for (Statement statement : statements) {
      factual.forEach(rule -> stems.addAll(rule.apply(statement)));
    }
    return stems;
  }

  private DraftQuestion choice(Stem stem, String question, Choices choices) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < choices.options().size(); i++) {
      attributes.put(
          "option_" + Choices.letter(i).toLowerCase(Locale.ROOT), choices.options().get(i));
    }
    attributes.put("correct_option", choices.letter());
    return single(
        QueryType.MULTIPLE_CHOICE,
        stem,
        choices.below(question),
        choices.letter() + ". ",
        attributes);
  }

  private DraftQuestion single(
      QueryType type, Stem stem, String question, String prefix, Map<String, String> more) {
    Map<String, String> attributes = new TreeMap<>(more);
    attributes.put("rule", stem.rule());
    return draft(type, question, prefix, List.of(stem.statement()), attributes);
  }

  private DraftQuestion pair(TwoChunks.Pair pair) {
    Map<String, String> attributes =
        Map.of(
            "rule", pair.first().rule() + "+" + pair.second().rule(), "key_phrase", pair.phrase());
    return draft(
        QueryType.TWO_CHUNK,
        pair.question(),
        "",
        List.of(pair.first().statement(), pair.second().statement()),
        attributes);
  }

  private DraftQuestion draft(
      QueryType type,
      String question,
      String prefix,
      List<Statement> support,
      Map<String, String> attributes) {
    List<String> facts = support.stream().map(Statement::verbatim).toList();
    List<SourceChunk> sources = support.stream().map(Statement::source).toList();
    List<String> ids = sources.stream().map(SourceChunk::chunkId).toList();
    Difficulty difficulty =
        Difficulty.of(
            question,
            facts.size(),
            sources.stream().map(SourceChunk::text).toList(),
            rank(question, ids));
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(difficulty.attributes());
    return new DraftQuestion(
        type,
        question,
        prefix + String.join(" ", facts),
        ids,
        sources.stream().map(SourceChunk::docId).distinct().toList(),
        facts,
        difficulty,
        all);
  }

  private OptionalInt rank(String question, List<String> ids) {
    if (index.isEmpty()) {
      return OptionalInt.empty();
    }
    int worst = 0;
    for (String id : ids) {
      int rank = index.get().rank(question, List.of(id));
      if (rank == 0) {
        return OptionalInt.of(0);
      }
      worst = Math.max(worst, rank);
    }
    return OptionalInt.of(worst);
  }
}
