package dev.assay.evaluators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Evaluator;
import dev.assay.evaluators.retrieval.ContextMrr;
import dev.assay.evaluators.retrieval.Retrieval;
import dev.assay.evaluators.similarity.AnswerAccuracy;
import dev.assay.evaluators.similarity.Groundedness;
import dev.assay.evaluators.similarity.ShortStringMetric;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvaluatorsTest {

  @Test
  void anUnknownEvaluatorNamesTheNearestAndAll() {
    assertThatThrownBy(() -> Evaluators.of("groundednes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "Unknown evaluator 'groundednes'. Did you mean 'groundedness'? Known: abstention, ")
        .hasMessageContaining("retrieval");
    assertThatThrownBy(() -> Evaluators.of("zzzzzz"))
        .hasMessageStartingWith("Unknown evaluator 'zzzzzz'. Known:");
  }

  @Test
  void metricsThatAreComparedWithADatabasesTruthExist() {
    List<String> metrics =
        Evaluators.all().stream()
            .map(Evaluator::spec)
            .flatMap(spec -> spec.metrics().stream().map(spec::qualified))
            .toList();
    assertThat(metrics)
        .containsAll(ConfigLoader.defaults().load().config().grammar().modular().referenceFree());
  }

  @Test
  void parametersReplaceDefaultsOneByOne() {
    assertThat(Evaluators.of("context_mrr", Map.of("mrr_relevant_chunk_oor_idx", "5")))
        .isEqualTo(new ContextMrr(0.7, 5));
    assertThat(Evaluators.of("retrieval", Map.of("ks", "[2, 4]", "similarity_threshold", "0.5")))
        .isEqualTo(new Retrieval(List.of(2, 4), 0.5));
    assertThat(Evaluators.of("answer_accuracy", Map.of("short_string_metric", "exact_match")))
        .isEqualTo(new AnswerAccuracy(ShortStringMetric.EXACT_MATCH, 10));
  }

  @Test
  void anUnknownParameterNamesTheNearestAndAll() {
    assertThatThrownBy(() -> Evaluators.of("answer_accuracy", Map.of("short_string_treshold", "5")))
        .hasMessage(
            "Unknown parameter 'short_string_treshold' of evaluator 'answer_accuracy'."
                + " Did you mean 'short_string_threshold'?"
                + " Known: short_string_metric, short_string_threshold.");
    assertThatThrownBy(() -> Evaluators.of("groundedness", Map.of("x", "5")))
        .hasMessage("Unknown parameter 'x' of evaluator 'groundedness'. It has none.");
  }

  @Test
  void aValueThatDoesNotFitSaysWhatDoes() {
    assertThatThrownBy(
            () -> Evaluators.of("answer_accuracy", Map.of("short_string_threshold", "ten")))
        .hasMessage(
            "Evaluator 'answer_accuracy': short_string_threshold = \"ten\" is not a whole number");
    assertThatThrownBy(
            () -> Evaluators.of("answer_accuracy", Map.of("short_string_metric", "edit")))
        .hasMessage(
            "Evaluator 'answer_accuracy': short_string_metric = \"edit\" is not one of"
                + " [normalized_edit_distance, exact_match, token_jaccard, embeddings]");
    assertThatThrownBy(() -> Evaluators.of("retrieval", Map.of("ks", "0")))
        .hasMessageContaining("Evaluator 'retrieval': ks must be different whole numbers");
  }

  @Test
  void aSelectionKeepsItsOrderAndChecksEveryParameter() {
    assertThat(
            Evaluators.of(
                List.of("context_mrr", "groundedness"),
                Map.of("context_mrr", Map.of("mrr_relevant_chunk_threshold", "0.6"))))
        .containsExactly(new ContextMrr(0.6, 10), new Groundedness());
    assertThatThrownBy(() -> Evaluators.of(List.of("groundedness"), Map.of("retrieva", Map.of())))
        .hasMessageContaining("Did you mean 'retrieval'?");
    assertThatThrownBy(() -> Evaluators.of(List.of("groundedness", "groundedness"), Map.of()))
        .hasMessage("Evaluator 'groundedness' is listed twice");
  }
}
