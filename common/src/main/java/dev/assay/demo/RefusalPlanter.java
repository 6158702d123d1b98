package dev.assay.demo;

import dev.assay.base.Lines;
import dev.assay.text.Sentences.Sentence;
import java.util.List;
import java.util.Optional;

/** Replaces the whole answer by a line of {@code refusals.txt}. */
final class RefusalPlanter implements Planter {
  private static final List<String> REFUSALS = Lines.of(RefusalPlanter.class, "refusals.txt");

  @Override
  public Optional<Planting> plant(SystemAnswer answer, List<Sentence> sentences, Draw draw) {
    List<String> others = REFUSALS.stream().filter(text -> !text.equals(answer.answer())).toList();
    String refusal = draw.pick("fault-refusal", others);
    return Optional.of(new Planting(refusal, answer.answer(), refusal));
  }
}
