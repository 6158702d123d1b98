package dev.assay.demo;

import dev.assay.mentions.Kind;
import dev.assay.mentions.Mention;
import dev.assay.mentions.MentionPool;
import dev.assay.mentions.Mentions;
import dev.assay.text.Sentences.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Puts another value of the corpus in the place of one: among the five closest in size. */
record SwapPlanter(MentionPool pool, String purpose, Predicate<Kind> kinds) implements Planter {
  private static final int CLOSEST = 5;

  static SwapPlanter numbers(MentionPool pool) {
    return new SwapPlanter(pool, "fault-number", Kind::numeric);
  }

  static SwapPlanter names(MentionPool pool) {
    return new SwapPlanter(
        pool, "fault-name", kind -> kind == Kind.NAME || kind == Kind.IDENTIFIER);
  }

  @Override
  public Optional<Planting> plant(SystemAnswer answer, List<Sentence> sentences, Draw draw) {
    for (Sentence sentence : sentences) {
      for (Mention mention : Mentions.find(sentence.text())) {
        List<String> others = kinds.test(mention.kind()) ? pool.alternatives(mention) : List.of();
        if (!others.isEmpty()) {
          String other = draw.pick(purpose, others.subList(0, Math.min(CLOSEST, others.size())));
          int start = sentence.start() + mention.start();
          return Optional.of(
              Planting.at(answer.answer(), start, start + mention.text().length(), other));
        }
      }
    }
    return Optional.empty();
  }
}
