package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Guards around a set evaluator that adds up the numbers that are answered. */
class SetScoringTest {
  private static final Models ALL = FakeModels.with(FakeEmbedder.hashing(8));
  private static final Models NONE =
      new FakeModels(FakeEmbedder.hashing(8), EnumSet.noneOf(Slot.class));

  @Test
  void valuesComeThrough() {
    assertThat(total(ALL, "1", "2").measures()).containsEntry("total", Measure.of(3));
  }

  /** The evaluator itself would fail on an answer without text. */
  @Test
  void examplesWithoutAFieldThatIsNeededAreMissing() {
    SetTally<Long> tally = tally(ALL, "1", "", "2");
    assertThat(tally.missing()).isEqualTo(1);
    assertThat(scoring().finish(tally).measures()).containsEntry("total", Measure.of(3));
  }

  @Test
  void withoutItsModelASetIsNotApplicable() {
    assertThat(total(NONE, "1", "2").measures())
        .containsEntry(
            "total",
            new Measure.Absent(
                Status.NOT_APPLICABLE, "no model in slot embedder: none is configured"));
  }

  /** Nobody can say what the sum would be with the example that failed. */
  @Test
  void anExampleThatFailsSpoilsItsSetAndIsNamedInAnyOrder() {
    Measure spoilt =
        new Measure.Absent(Status.MODEL_ERROR, "NumberFormatException: For input string: \"a\"");
    assertThat(total(ALL, "1", "a", "b").measures()).containsEntry("total", spoilt);
    assertThat(total(ALL, "b", "1", "a").measures()).containsEntry("total", spoilt);
    SetScoring<Long, Long> scoring = scoring();
    SetTally<Long> merged = tally(ALL, "b");
    scoring.add(merged, tally(ALL, "1"));
    scoring.add(merged, tally(ALL, "a"));
    assertThat(scoring.finish(merged).measures()).containsEntry("total", spoilt);
    assertThat(merged.missing()).isEqualTo(2);
  }

  @Test
  void aValueOutsideItsRangeIsAnError() {
    assertThat(total(ALL, "9", "2").measures())
        .containsEntry(
            "total",
            new Measure.Absent(
                Status.MODEL_ERROR,
                "the evaluator broke its spec: total = 11.0 is outside [0.0, 10.0]"));
  }

  @Test
  void aSumThatFailsIsAnError() {
    assertThat(total(ALL, "13").measures())
        .containsEntry(
            "total", new Measure.Absent(Status.MODEL_ERROR, "IllegalStateException: unlucky"));
  }

  private static SetScoring<Long, Long> scoring() {
    return new SetScoring<>(new Total());
  }

  private static SetOutcome total(Models models, String... answers) {
    return scoring().finish(tally(models, answers));
  }

  private static SetTally<Long> tally(Models models, String... answers) {
    List<Example> batch = new ArrayList<>();
    for (String answer : answers) {
      batch.add(Example.of("How many?", "1", List.of(), answer));
    }
    SetScoring<Long, Long> scoring = scoring();
    SetTally<Long> tally = scoring.empty();
    scoring.observe(batch, models).forEach(observed -> scoring.add(tally, observed));
    scoring.compact(tally);
    return tally;
  }

  private record Total() implements SetEvaluator<Long, Long> {
    @Override
    public Spec spec() {
      return Spec.of("total", "Total")
          .needs(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.descriptive("total", 0, 10, "Sum of the answers"))
          .build();
    }

    @Override
    public List<Optional<Long>> observe(List<Example> batch, Models models) {
      return batch.stream()
          .map(example -> Optional.of(Long.parseLong(example.answer().orElseThrow())))
          .toList();
    }

    @Override
    public Long empty() {
      return 0L;
    }

    @Override
    public Long add(Long state, Long observation) {
      if (observation == 13) {
        throw new IllegalStateException("unlucky");
      }
      return state + observation;
    }

    @Override
    public Long merge(Long left, Long right) {
      return left + right;
    }

    @Override
    public SetOutcome finish(Long state) {
      return new SetOutcome(Map.of("total", Measure.of(state)), 1, Map.of());
    }
  }
}
