package dev.assay.evaluators.sets;

import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.sets.QuestionSample.Question;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.model.Embedding;
import dev.assay.stats.TwoSample;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether later questions are about something else than earlier ones: the cosine distance of the
 * centroids of the two parts, and the unbiased squared maximum mean discrepancy, each with a
 * permutation p-value in which groups of questions stay together. A distance without its p-value
 * says little: of few questions any two halves are apart.
 *
 * <p>Cases are ordered by their attribute {@code timestamp} (a number, or a date or time in ISO
 * form); without it a case is left out, and so are perturbed cases. Of more than {@code
 * max_questions} that many are taken by hash. A group goes to the part of its first question. Fewer
 * than {@code min_test_cases}, three in a part, or times that are all the same: not applicable.
 * About the questions alone, so one value for all systems.
 *
 * <p>Source: 002 Questions drift; Gretton et al. 2012.
 *
 * @param splitRatio share of the questions in the first part
 * @param minTestCases questions below which nothing is said
 * @param maxQuestions questions that are compared
 * @param permutations of the test
 */
public record QuestionsDrift(
    double splitRatio, int minTestCases, int maxQuestions, int permutations)
    implements SetEvaluator<Question, QuestionSample> {
  private static final int SMALLEST_PART = 3;

  private static final Spec SPEC =
      Spec.of("questions_drift", "Questions drift")
          .meaning("Whether later questions are about something else than earlier ones.")
          .source("002 Questions drift; Gretton et al. 2012")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION)
          .slots(Slot.EMBEDDER)
          .metric(Metric.distance("questions_drift", 2, 0.1, "Cosine distance of the centroids"))
          .metric(
              Metric.descriptive(
                  "questions_drift_p", 0, 1, "Permutation p-value of the centroids' distance"))
          .metric(Metric.descriptive("mmd", -2, 2, "Unbiased squared maximum mean discrepancy"))
          .metric(Metric.descriptive("mmd_p", 0, 1, "Its permutation p-value"))
          .build();

  public QuestionsDrift {
    Allowed.within(0.1, 0.9, "split_ratio", splitRatio);
    if (minTestCases < 2 * SMALLEST_PART || maxQuestions < minTestCases || maxQuestions > 5_000) {
      throw new IllegalArgumentException(
          "min_test_cases must be 6 or more and max_questions between it and 5000, got %d and %d"
              .formatted(minTestCases, maxQuestions));
    }
    if (permutations < 19) {
      throw new IllegalArgumentException("permutations must be 19 or more, got " + permutations);
    }
  }

  /** Halves, 10 questions at least, 2,000 at most, 199 permutations. */
  public QuestionsDrift() {
    this(0.5, 10, 2_000, 199);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public boolean bySystem() {
    return false;
  }

  @Override
  public List<Optional<Question>> observe(List<Example> batch, Models models) {
    List<Integer> fit = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Example example = batch.get(i);
      if (example.has(Field.QUESTION)
          && !example.attributes().containsKey("perturbation")
          && time(example).isPresent()) {
        fit.add(i);
      }
    }
    List<Embedding> vectors =
        fit.isEmpty()
            ? List.of()
            : models.embedder().embed(fit.stream().map(i -> batch.get(i).question()).toList());
    List<Optional<Question>> observed = new ArrayList<>();
    batch.forEach(example -> observed.add(Optional.empty()));
    for (int f = 0; f < fit.size(); f++) {
      Example example = batch.get(fit.get(f));
      String hash = Hashes.sha256("drift", example.caseId(), example.question());
      observed.set(
          fit.get(f),
          Optional.of(
              new Question(
                  hash,
                  example.groupId().isEmpty() ? hash : example.groupId(),
                  time(example).getAsDouble(),
                  vectors.get(f).vector())));
    }
    return observed;
  }

  @Override
  public QuestionSample empty() {
    return new QuestionSample(maxQuestions);
  }

  @Override
  public QuestionSample add(QuestionSample state, Question observation) {
    state.add(observation);
    return state;
  }

  @Override
  public QuestionSample merge(QuestionSample left, QuestionSample right) {
    left.addAll(right);
    return left;
  }

  @Override
  public SetOutcome finish(QuestionSample asked) {
    int n = asked.count();
    if (n < minTestCases) {
      return SetOutcome.absent(
          SPEC,
          Status.NOT_APPLICABLE,
          "%d questions with an attribute timestamp, %d are needed".formatted(n, minTestCases),
          n);
    }
    List<List<Question>> groups = asked.byTime();
    double start = groups.get(0).get(0).time();
    if (groups.stream().flatMap(List::stream).allMatch(question -> question.time() == start)) {
      return SetOutcome.absent(
          SPEC,
          Status.NOT_APPLICABLE,
          "all questions have one time: there is no before and after",
          n);
    }
    boolean[] first = new boolean[groups.size()];
    double[][] vectors = new double[n][];
    int[] group = new int[n];
    int at = 0;
    int before = 0;
    for (int g = 0; g < first.length; g++) {
      first[g] =
          (g == 0 || first[g - 1]) && before + groups.get(g).size() <= (int) (n * splitRatio);
      before += first[g] ? groups.get(g).size() : 0;
      for (Question question : groups.get(g)) {
        group[at] = g;
        vectors[at++] = doubles(question.vector());
      }
    }
    if (before < SMALLEST_PART || n - before < SMALLEST_PART) {
      return SetOutcome.absent(
          SPEC,
          Status.NOT_APPLICABLE,
          "parts of %d and %d questions; three are needed in each".formatted(before, n - before),
          n);
    }
    TwoSample test =
        TwoSample.of(vectors, group, first, permutations, Seeds.random(0, "questions_drift", ""));
    return SPEC.set(
        n,
        Map.of(
            "n_before", (double) before,
            "n_after", (double) (n - before),
            "n_groups", (double) groups.size(),
            "sampled", asked.full() ? 1.0 : 0.0,
            "bandwidth", test.bandwidth()),
        test.centroidDistance(),
        test.centroidP(),
        test.mmd(),
        test.mmdP());
  }

  private static double[] doubles(float[] vector) {
    double[] doubles = new double[vector.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = vector[i];
    }
    return doubles;
  }

  /** Seconds since 1970 for a date or time, the number itself for a number. */
  private static OptionalDouble time(Example example) {
    String text = example.attributes().getOrDefault("timestamp", "").strip();
    if (text.isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return date(text);
    }
  }

  private static OptionalDouble date(String text) {
    String iso = text.replace(' ', 'T');
    try {
      if (iso.length() <= 10) {
        return OptionalDouble.of(LocalDate.parse(iso).atStartOfDay(ZoneOffset.UTC).toEpochSecond());
      }
      boolean zoned = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
      Instant instant =
          zoned
              ? java.time.OffsetDateTime.parse(iso).toInstant()
              : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
      return OptionalDouble.of(instant.toEpochMilli() / 1e3);
    } catch (DateTimeException e) {
      return OptionalDouble.empty();
    }
  }
}
