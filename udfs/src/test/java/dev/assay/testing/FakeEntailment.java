package dev.assay.testing;

import dev.assay.model.EntailmentModel;
import dev.assay.model.Support;
import dev.assay.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Support as the share of the sentence's words that the passages have, s; probability s, logit 2s −
 * 1, and contradiction 1 where one of the two has "not" and the words are otherwise shared.
 */
public record FakeEntailment(boolean distances, boolean knowsContradiction, AtomicInteger calls)
    implements EntailmentModel {

  /** With distances and contradiction. */
  public static FakeEntailment complete() {
    return new FakeEntailment(true, true, new AtomicInteger());
  }

  @Override
  public String id() {
    return "fake-entailment";
  }

  @Override
  public List<Support> judge(List<Claim> claims) {
    calls.incrementAndGet();
    return claims.stream().map(this::judge).toList();
  }

  private Support judge(Claim claim) {
    Set<String> known = new HashSet<>();
    int best = -1;
    int most = 0;
    List<String> words = new ArrayList<>(Words.of(claim.sentence()));
    for (int p = 0; p < claim.passages().size(); p++) {
      Set<String> own = new HashSet<>(Words.of(claim.passages().get(p)));
      known.addAll(own);
      int shared = (int) words.stream().filter(own::contains).count();
      best = shared > most ? p : best;
      most = Math.max(most, shared);
    }
    boolean turned = known.contains("not") != words.contains("not");
    words.remove("not");
    double share =
        words.isEmpty()
            ? 0
            : words.stream().filter(known::contains).count() / (double) words.size();
    int passage = best;
    return new Support(
        share,
        2 * share - 1,
        distances ? OptionalDouble.of(2 * share - 1) : OptionalDouble.empty(),
        knowsContradiction ? OptionalDouble.of(turned ? share : 0) : OptionalDouble.empty(),
        passage < 0
            ? Optional.empty()
            : Optional.of(new Support.Match(passage, claim.passages().get(passage))),
        turned ? List.of("negation") : List.of(),
        Map.of(),
        false);
  }
}
