package dev.assay.evaluators;

import dev.assay.base.Nearest;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.entailment.Contradictions;
import dev.assay.evaluators.entailment.FactsCovered;
import dev.assay.evaluators.entailment.FaithfulnessNli;
import dev.assay.evaluators.entailment.GroundednessNli;
import dev.assay.evaluators.entailment.Hallucination;
import dev.assay.evaluators.grounded.DatabaseAnswer;
import dev.assay.evaluators.judged.AbstentionJudge;
import dev.assay.evaluators.judged.AdversarialRobustnessJudge;
import dev.assay.evaluators.judged.AnswerCorrectness;
import dev.assay.evaluators.judged.AnswerRelevancyJudge;
import dev.assay.evaluators.judged.ChunkRelevancyJudge;
import dev.assay.evaluators.judged.CompletenessJudge;
import dev.assay.evaluators.judged.ContextPrecision;
import dev.assay.evaluators.judged.ContextRecall;
import dev.assay.evaluators.judged.ContextRelevancyJudge;
import dev.assay.evaluators.judged.FactCheck;
import dev.assay.evaluators.judged.Faithfulness;
import dev.assay.evaluators.judged.PromptJudge;
import dev.assay.evaluators.judged.Ragas;
import dev.assay.evaluators.judged.SelfCheck;
import dev.assay.evaluators.judged.ToneJudge;
import dev.assay.evaluators.lexical.AnswerConsistency;
import dev.assay.evaluators.lexical.AnswerLength;
import dev.assay.evaluators.lexical.Bleu;
import dev.assay.evaluators.lexical.Copied;
import dev.assay.evaluators.lexical.Looping;
import dev.assay.evaluators.lexical.Rouge;
import dev.assay.evaluators.lexical.TextStatistics;
import dev.assay.evaluators.lexical.TokenF1;
import dev.assay.evaluators.neural.FairnessBias;
import dev.assay.evaluators.neural.GptScore;
import dev.assay.evaluators.neural.Perplexity;
import dev.assay.evaluators.neural.ToneCompliance;
import dev.assay.evaluators.neural.Toxicity;
import dev.assay.evaluators.retrieval.ContextMrr;
import dev.assay.evaluators.retrieval.Retrieval;
import dev.assay.evaluators.rules.Abstention;
import dev.assay.evaluators.rules.EncodingGuardrail;
import dev.assay.evaluators.rules.PiiLeakage;
import dev.assay.evaluators.rules.Safety;
import dev.assay.evaluators.rules.SensitiveDataLeakage;
import dev.assay.evaluators.rules.TextMatching;
import dev.assay.evaluators.sets.AdversarialRobustness;
import dev.assay.evaluators.sets.Classification;
import dev.assay.evaluators.sets.CounterfactualBias;
import dev.assay.evaluators.sets.QuestionsDrift;
import dev.assay.evaluators.sets.SelfConsistency;
import dev.assay.evaluators.similarity.AnswerAccuracy;
import dev.assay.evaluators.similarity.AnswerRelevancy;
import dev.assay.evaluators.similarity.AnswerRelevancySentence;
import dev.assay.evaluators.similarity.AnswerSemanticSimilarity;
import dev.assay.evaluators.similarity.AnswerSentenceSimilarity;
import dev.assay.evaluators.similarity.BertScore;
import dev.assay.evaluators.similarity.ChunkRelevancy;
import dev.assay.evaluators.similarity.Completeness;
import dev.assay.evaluators.similarity.ContextRelevancy;
import dev.assay.evaluators.similarity.ContextRelevancySentence;
import dev.assay.evaluators.similarity.Groundedness;
import dev.assay.evaluators.similarity.SemanticAccuracy;
import dev.assay.evaluators.similarity.Summarization;
import dev.assay.evaluators.steps.StepAlignment;
import dev.assay.evaluators.steps.StepAlignmentJudge;
import dev.assay.evaluators.structure.AgentSanity;
import dev.assay.evaluators.structure.JsonSchema;
import dev.assay.evaluators.structure.LanguageMismatchLid;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every evaluator of the product, by id. An evaluator is a public record whose components are its
 * parameters; registering one is a line in {@link #REGISTERED}.
 */
public final class Evaluators {

  private static final Map<String, Evaluator> REGISTERED =
      byId(
          new Groundedness(),
          new ContextRelevancy(),
          new ContextRelevancySentence(),
          new ChunkRelevancy(),
          new AnswerRelevancy(),
          new AnswerRelevancySentence(),
          new Completeness(),
          new AnswerAccuracy(),
          new AnswerSemanticSimilarity(),
          new AnswerSentenceSimilarity(),
          new SemanticAccuracy(),
          new Summarization(),
          new BertScore(),
          new ContextMrr(),
          new Retrieval(),
          new GroundednessNli(),
          new Hallucination(),
          new FaithfulnessNli(),
          new FactsCovered(),
          new Contradictions(),
          new Toxicity(),
          new FairnessBias(),
          new ToneCompliance(),
          new Perplexity(),
          GptScore.of("gptscore_summary_ref"),
          GptScore.of("gptscore_summary"),
          GptScore.of("gptscore_translation"),
          GptScore.of("gptscore_qa"),
          new Rouge(),
          new Bleu(),
          new TokenF1(),
          new TextStatistics(),
          new Looping(),
          new Copied(),
          new AnswerLength(),
          new AnswerConsistency(),
          new DatabaseAnswer(),
          new TextMatching(),
          new PiiLeakage(),
          new SensitiveDataLeakage(),
          new EncodingGuardrail(),
          new Abstention(),
          new Safety(),
          new JsonSchema(),
          new LanguageMismatchLid(),
          new AgentSanity(),
          new StepAlignment(),
          new Classification(),
          new SelfConsistency(),
          new CounterfactualBias(),
          new AdversarialRobustness(),
          new QuestionsDrift(),
          new Faithfulness(),
          new AnswerRelevancyJudge(),
          new ContextPrecision(),
          new ContextRecall(),
          new ContextRelevancyJudge(),
          new ChunkRelevancyJudge(),
          new AbstentionJudge(),
          new AdversarialRobustnessJudge(),
          new StepAlignmentJudge(),
          new Ragas(),
          new AnswerCorrectness(),
          new PromptJudge("accuracy-judge"),
          new CompletenessJudge(),
          new PromptJudge("summarization-judge"),
          new PromptJudge("contact-information"),
          new PromptJudge("language-mismatch"),
          new PromptJudge("sexism"),
          new PromptJudge("stereotypes"),
          new ToneJudge(),
          new PromptJudge("byop"),
          new FactCheck(),
          new SelfCheck());

  private Evaluators() {}

  /** Every evaluator with its default parameters, in the order of the catalogue. */
  public static Collection<Evaluator> all() {
    return REGISTERED.values();
  }

  /**
   * The evaluator {@code id} with its defaults; throws {@link IllegalArgumentException} if none.
   */
  public static Evaluator of(String id) {
    Evaluator evaluator = REGISTERED.get(id);
    if (evaluator == null) {
      throw new IllegalArgumentException(
          "Unknown evaluator '" + id + "'." + Nearest.hint(id, REGISTERED.keySet()));
    }
    return evaluator;
  }

  /**
   * The evaluator {@code id} with {@code parameters} in place of its defaults.
   *
   * @param parameters texts by parameter name, in snake case as in the configuration; lists are
   *     separated by commas
   * @throws IllegalArgumentException for an unknown evaluator or parameter, or a value that does
   *     not fit; the message names it and what is allowed
   */
  public static Evaluator of(String id, Map<String, String> parameters) {
    Evaluator defaults = of(id);
    if (parameters.isEmpty()) {
      return defaults;
    }
    Evaluator set = Parameters.set(id, defaults, parameters);
    if (!set.spec().id().equals(id)) {
      throw new IllegalArgumentException(
          "Evaluator '%s': the file of its parameters is for '%s'".formatted(id, set.spec().id()));
    }
    return set;
  }

  /**
   * The evaluators {@code ids}, in order, each with its entry of {@code parameters}. Parameters of
   * evaluators that are not selected are checked all the same.
   *
   * @throws IllegalArgumentException as {@link #of(String, Map)}, and for an id given twice
   */
  public static List<Evaluator> of(List<String> ids, Map<String, Map<String, String>> parameters) {
    return of(ids, parameters, Map.of());
  }

  /**
   * The same where {@code ids} may also name evaluators that the configuration itself makes.
   *
   * @param own by id
   */
  public static List<Evaluator> of(
      List<String> ids, Map<String, Map<String, String>> parameters, Map<String, Evaluator> own) {
    parameters.forEach(
        (id, given) -> {
          if (!own.containsKey(id)) {
            of(id, given);
          }
        });
    return List.copyOf(
        byId(ids.stream()
                .map(
                    id ->
                        own.containsKey(id)
                            ? Parameters.set(id, own.get(id), parameters.getOrDefault(id, Map.of()))
                            : of(id, parameters.getOrDefault(id, Map.of())))
                .toArray(Evaluator[]::new))
            .values());
  }

  private static Map<String, Evaluator> byId(Evaluator... evaluators) {
    Map<String, Evaluator> byId = new LinkedHashMap<>();
    for (Evaluator evaluator : evaluators) {
      String id = evaluator.spec().id();
      if (byId.put(id, evaluator) != null) {
        throw new IllegalArgumentException("Evaluator '" + id + "' is listed twice");
      }
    }
    return Collections.unmodifiableMap(byId);
  }
}
