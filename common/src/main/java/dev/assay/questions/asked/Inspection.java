package dev.assay.questions.asked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.Passage;
import dev.assay.questions.Difficulty;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.QueryType;
import dev.assay.questions.SourceChunk;
import dev.assay.questions.asked.Candidate.Supporting;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks at one question that a model wrote, and makes a draft of it or rejects it. The first check
 * that fails gives the reason.
 *
 * @param surroundings the corpus and the models
 * @param limits what it must keep to
 * @param seed orders the options of a multiple choice
 */
record Inspection(Surroundings surroundings, Limits limits, long seed) {

  /** The draft that {@code item} is; throws {@link Rejection}. */
  DraftQuestion draft(JsonNode item, Request request, List<KeyFact> facts) {
    Candidate candidate = Candidate.of(item, request);
    String question = candidate.question();
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("difficulty_asked", candidate.difficulty());
    if (!request.type().answerable()) {
      checkWording(question, request, attributes);
      return draft(request, question, "", List.of(), attributes);
    }
    List<Supporting> support = candidate.support(request);
    List<String> sentences = support.stream().map(Supporting::sentence).toList();
    String asked = question;
    String answer;
    if (request.type() == QueryType.MULTIPLE_CHOICE) {
      Options options = Options.of(item, question, seed);
      options.requireOneRight(sentences);
      checkAnswer(question, options.answer(), sentences, attributes);
      attributes.putAll(options.attributes());
      asked = options.below(question);
      answer = options.letter() + ". " + options.answer();
    } else {
      answer = candidate.answer();
      checkAnswer(question, answer, sentences, attributes);
      if (request.type() == QueryType.YES_NO) {
        String verdict = Candidate.text(item.path("verdict"));
        Rejection.unless(
            verdict.equals("Yes") || verdict.equals("No"), "no_verdict", "neither Yes nor No");
        attributes.put("verdict", verdict);
        answer = verdict + ". " + answer;
      }
    }
    checkWording(question, request, attributes);
    checkRetrieval(question, request, attributes);
    String named = candidate.facts(facts);
    if (!named.isEmpty()) {
      attributes.put("key_facts", named);
    }
    return draft(request, asked, answer, sentences, attributes);
  }

  private void checkAnswer(
      String question, String answer, List<String> support, Map<String, String> attributes) {
    AnswerCheck.Found found =
        new AnswerCheck(surroundings.entailment(), limits.minSupport())
            .check(question, answer, support);
    Rejection.unless(found.holds(), "answer_not_supported", found.how());
    attributes.put("answer_support", found.how());
  }

  private void checkWording(String question, Request request, Map<String, String> attributes) {
    Wording.pointsElsewhere(question)
        .ifPresent(
            words -> {
              throw new Rejection("points_elsewhere", words);
            });
    double copied = Wording.copied(question, request.texts());
    Rejection.unless(
        copied <= limits.maxCopied(), "near_copy", shown(copied) + " of its runs of five words");
    attributes.put("copied", shown(copied));
    double relevancy = surroundings.relevancy(question, request.chunks());
    Rejection.unless(
        relevancy >= limits.minRelevancy(), "low_relevancy", "cosine " + shown(relevancy));
  }

  /**
   * All chunks must be found, but of a multi_hop question one: the way to the other leads through
   * the first one's answer.
   */
  private void checkRetrieval(String question, Request request, Map<String, String> attributes) {
    List<Passage> found = surroundings.retrieved(question, limits.maxRank());
    List<Integer> ranks =
        request.chunks().stream().map(chunk -> Surroundings.rank(found, chunk.chunkId())).toList();
    long reached = ranks.stream().filter(rank -> rank > 0).count();
    long needed = request.type() == QueryType.MULTI_HOP ? 1 : ranks.size();
    Rejection.unless(
        reached >= needed,
        "not_retrieved",
        "%d of %d chunks within rank %d".formatted(reached, ranks.size(), limits.maxRank()));
    attributes.put(
        "retrieval_ranks", String.join(", ", ranks.stream().map(String::valueOf).toList()));
  }

  private DraftQuestion draft(
      Request request,
      String asked,
      String answer,
      List<String> sentences,
      Map<String, String> attributes) {
    List<SourceChunk> chunks = request.chunks();
    String stem = asked.split("\n", 2)[0];
    Difficulty difficulty =
        Difficulty.of(
            stem,
            Math.max(1, sentences.size()),
            request.texts(),
            surroundings.difficultyRank(stem, chunks));
    Map<String, String> all = new TreeMap<>(attributes);
    if (request.type().answerable()) {
      all.putAll(difficulty.attributes());
    }
    return new DraftQuestion(
        request.type(),
        asked,
        answer,
        chunks.stream().map(SourceChunk::chunkId).toList(),
        request.type().answerable()
            ? chunks.stream().map(SourceChunk::docId).distinct().toList()
            : List.of(),
        sentences,
        difficulty,
        all);
  }

  private static String shown(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
