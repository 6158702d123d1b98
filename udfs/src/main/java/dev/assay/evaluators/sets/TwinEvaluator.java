package dev.assay.evaluators.sets;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Models;
import dev.assay.core.SetEvaluator;
import dev.assay.evaluators.shared.ByText;
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Compares the answers to perturbed questions with those to the questions that they were made from.
 * A twin that was not answered, or at too great length, is missing.
 */
interface TwinEvaluator extends SetEvaluator<Twin, Twins> {
  /** Characters of an answer above which it is not looked at. */
  int MAX_CHARACTERS = 100_000;

  /** The attribute of a case that says what was changed in it. */
  String attribute();

  /** What each of these answers shows on its own. */
  Function<Example, Twin.Alone> alone(List<Example> answered, Models models);

  /** Adds to the sums what a twin shows beside its origin, if there is one. */
  void judge(Twin twin, Optional<Twin> original, Twins sums);

  @Override
  default List<Optional<Twin>> observe(List<Example> batch, Models models) {
    List<Example> fit = batch.stream().filter(this::fits).toList();
    List<String> answers =
        fit.stream()
            .filter(example -> example.has(Field.ANSWER))
            .map(example -> example.answer().orElseThrow())
            .toList();
    Map<String, Embedding> vectors = ByText.of(answers, models.embedder()::embed);
    Function<Example, Twin.Alone> alone = alone(fit, models);
    List<Optional<Twin>> observed = new ArrayList<>();
    for (Example example : batch) {
      String kind = kind(example);
      if (fits(example)) {
        Optional<Embedding> vector =
            Optional.ofNullable(vectors.get(example.answer().orElseThrow()));
        observed.add(Optional.of(Twin.of(example, kind, alone.apply(example), vector)));
      } else {
        observed.add(kind.isEmpty() ? Optional.of(Twin.none()) : Optional.empty());
      }
    }
    return observed;
  }

  private boolean fits(Example example) {
    return example.answer().filter(text -> text.length() <= MAX_CHARACTERS).isPresent()
        && (!kind(example).isEmpty() || Twin.isOrigin(example));
  }

  /** What was changed in the case; empty where it is no such twin. */
  default String kind(Example example) {
    return example.attributes().getOrDefault(attribute(), "").strip().toLowerCase(Locale.ROOT);
  }

  @Override
  default String shard(Example example) {
    return example.groupId();
  }

  @Override
  default boolean counts(Twin observation) {
    return observation.isTwin();
  }

  @Override
  default Twins empty() {
    return new Twins();
  }

  @Override
  default Twins add(Twins state, Twin observation) {
    state.add(observation);
    return state;
  }

  @Override
  default Twins merge(Twins left, Twins right) {
    left.addAll(right);
    return left;
  }

  @Override
  default Twins compact(Twins state) {
    state.close(this::judge);
    return state;
  }
}
