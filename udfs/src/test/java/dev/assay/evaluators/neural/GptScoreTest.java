package dev.assay.evaluators.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Status;
import dev.assay.evaluators.Evaluators;
import dev.assay.model.Embedder;
import dev.assay.model.LanguageModel;
import dev.assay.model.NgramModel;
import dev.assay.model.PromptedModel.Prompt;
import dev.assay.spark.Scoring;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GptScoreTest {
  private static final Models MODELS = FakeModels.with(FakeEmbedder.hashing(8));

  @Test
  void aScoreAgainstAReferenceIsTheMeanOfBothDirections() {
    // Answer "a fee": (ln 2 + ln 4) / 2 = 1.5 ln 2. Expected "charge": ln 7.
    Outcome outcome =
        score("gptscore_summary_ref", Example.of("q", "charge", List.of(), "a fee"), MODELS);
    double expected = (1.5 * Math.log(2) + Math.log(7)) / 2;
    assertThat(outcome.measures()).hasSize(6);
    assertThat(outcome.measures().values())
        .allSatisfy(measure -> assertThat(value(measure)).isCloseTo(expected, within(5e-7)));
    assertThat(outcome.truncated()).isEmpty();
  }

  @Test
  void aSummaryIsScoredAfterItsTextAndAnAnswerByTheVerdict() {
    Example example = Example.of("A long text.", null, List.of(), "a fee");
    assertThat(score("gptscore_summary", example, MODELS).measures().values())
        .hasSize(7)
        .allSatisfy(m -> assertThat(value(m)).isCloseTo(1.5 * Math.log(2), within(5e-7)));
    // "Answer: Yes" is words of 6 and 3 letters: (ln 7 + ln 4) / 2
    assertThat(score("gptscore_qa", example, MODELS).measures().values())
        .hasSize(8)
        .allSatisfy(
            m -> assertThat(value(m)).isCloseTo((Math.log(7) + Math.log(4)) / 2, within(5e-7)));
  }

  @Test
  void metricsAndNeedsAreThoseOfTheCatalogue() {
    assertThat(names("gptscore_summary_ref"))
        .containsExactly(
            "semantic_coverage",
            "factuality",
            "informativeness",
            "coherence",
            "relevance",
            "fluency");
    assertThat(names("gptscore_summary")).contains("consistency").hasSize(7);
    assertThat(names("gptscore_translation"))
        .containsExactly("accuracy", "fluency", "multidimensional_quality");
    assertThat(names("gptscore_qa"))
        .containsExactly(
            "interest",
            "engagement",
            "understandability",
            "relevance",
            "specificity",
            "correctness",
            "semantic_appropriateness",
            "fluency");
    assertThat(Evaluators.of("gptscore_qa").spec().needs())
        .isEqualTo(Set.of(Field.QUESTION, Field.ANSWER));
    assertThat(Evaluators.of("gptscore_translation").spec().needs())
        .isEqualTo(Set.of(Field.EXPECTED, Field.ANSWER));
  }

  @Test
  void whatAnAnswerSaysIsTextAndNoPlaceToFill() {
    Aspects aspects = Aspects.of("bundled:gptscore_qa");
    String hostile = "{question} {instruction} $1 \\ \u0000";
    List<Prompt> prompts =
        aspects.prompts(aspects.list().get(0), Example.of("Why?", null, List.of(), hostile));
    assertThat(prompts).hasSize(1);
    assertThat(prompts.get(0).material()).isEqualTo("Why?");
    assertThat(prompts.get(0).after()).contains("Assistant: {question} {instruction} $1 \\");
    assertThat(prompts.get(0).before()).contains("interesting").doesNotContain("{instruction}");
  }

  @Test
  void aTextThatIsCutIsFlaggedAndOneThatIsFarTooLongIsNotRead() {
    String book = "word ".repeat(400);
    Outcome cut = score("gptscore_summary", Example.of(book, null, List.of(), "a fee"), MODELS);
    assertThat(cut.truncated()).hasSize(7);
    Outcome never =
        score("gptscore_summary", Example.of(book.repeat(30), null, List.of(), "a fee"), MODELS);
    assertThat(never.measures().values())
        .allSatisfy(m -> assertThat(absent(m).status()).isEqualTo(Status.TOO_LONG));
    Outcome signs = score("gptscore_summary", Example.of("Text.", null, List.of(), "?!"), MODELS);
    assertThat(signs.measures().values())
        .allSatisfy(m -> assertThat(absent(m).status()).isEqualTo(Status.NO_INPUT));
    Outcome silent = score("gptscore_qa", Example.of("q", null, List.of(), " "), MODELS);
    assertThat(silent.measures().values())
        .allSatisfy(m -> assertThat(absent(m).status()).isEqualTo(Status.NO_INPUT));
  }

  @Test
  void aModelOfWordCountsIsNotApplicable() {
    Models words = new OnlyWords(new NgramModel("corpus", List.of("The fee is five dollars.")));
    Outcome outcome = score("gptscore_qa", Example.of("q", null, List.of(), "a fee"), words);
    assertThat(outcome.measures().values())
        .allSatisfy(
            measure -> {
              assertThat(absent(measure).status()).isEqualTo(Status.NOT_APPLICABLE);
              assertThat(absent(measure).reason()).contains("language_model", "corpus", "prompts");
            });
  }

  @Test
  void ownAspectsComeFromAFileThatIsForThisEvaluator(@TempDir Path folder) throws Exception {
    String body =
        """
        version = 2, title = t, meaning = m, before = "{instruction} ", after = "\\n"
        directions = [ { material = "{question}", continuation = "{answer}" } ]
        aspects = [ { name = tone, meaning = "Tone", instruction = "Kindly:" } ]
        """;
    Path file = folder.resolve("own.conf");
    Files.writeString(file, "id = gptscore_qa\n" + body);
    Map<String, String> parameters = Map.of("aspects", file.toString());
    RowEvaluator own = (RowEvaluator) Evaluators.of("gptscore_qa", parameters);
    assertThat(own.spec().metrics()).extracting(Metric::name).containsExactly("tone");
    assertThat(own.toString())
        .isNotEqualTo(Evaluators.of("gptscore_qa").toString())
        .contains("gptscore_qa, 2, ");
    assertThatThrownBy(() -> Evaluators.of("gptscore_summary", parameters))
        .hasMessageContaining("is for 'gptscore_qa'");
    Files.writeString(file, "id = gptscore_qa\nverson = 2\n" + body);
    assertThatThrownBy(() -> Evaluators.of("gptscore_qa", parameters))
        .hasMessageContaining("Did you mean 'version'?");
    assertThatThrownBy(() -> Evaluators.of("gptscore_qa", Map.of("aspects", "bundled:gptscore")))
        .hasMessageContaining("is not an aspect file")
        .hasMessageContaining("gptscore_translation");
  }

  private record OnlyWords(LanguageModel languageModel) implements Models {
    @Override
    public Embedder embedder() {
      return FakeEmbedder.hashing(8);
    }

    @Override
    public Optional<String> missing(Slot slot) {
      return Optional.empty();
    }
  }

  private static List<String> names(String id) {
    return Evaluators.of(id).spec().metrics().stream().map(Metric::name).toList();
  }

  private static Outcome score(String id, Example example, Models models) {
    return new Scoring(List.of((RowEvaluator) Evaluators.of(id)))
        .score(List.of(example), models)
        .get(0)
        .get(id);
  }

  private static double value(Measure measure) {
    return ((Measure.Value) measure).value();
  }

  private static Measure.Absent absent(Measure measure) {
    return (Measure.Absent) measure;
  }
}
