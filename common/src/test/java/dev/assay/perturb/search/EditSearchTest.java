package dev.assay.perturb.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.perturb.search.EditSearch.Certainty;
import dev.assay.perturb.search.EditSearch.Step;
import dev.assay.perturb.search.EditSearch.Verdict;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class EditSearchTest {

  /** What a search came to, and what it asked. */
  private record End(Step step, int asked, int batches) {}

  private static End search(int edits, int most, Predicate<BitSet> fails) {
    EditSearch search = new EditSearch(Collections.nCopies(edits, 1), most);
    Map<BitSet, Verdict> known = new HashMap<>();
    int batches = 0;
    Step step = search.go(known::get);
    while (!step.ended()) {
      batches++;
      for (BitSet part : step.wanted()) {
        assertThat(known).as("nothing is asked twice").doesNotContainKey(part);
        assertThat(part.cardinality()).isBetween(1, edits - 1);
        known.put(part, fails.test(part) ? Verdict.FAILS : Verdict.PASSES);
      }
      step = search.go(known::get);
    }
    assertThat(known.size()).isEqualTo(step.tests()).isLessThanOrEqualTo(most);
    return new End(step, known.size(), batches);
  }

  private static BitSet of(int... members) {
    BitSet set = new BitSet();
    for (int member : members) {
      set.set(member);
    }
    return set;
  }

  private static Predicate<BitSet> needs(BitSet cause) {
    return part -> {
      BitSet missing = (BitSet) cause.clone();
      missing.andNot(part);
      return missing.isEmpty();
    };
  }

  /** Each of twelve edits alone, in one batch. */
  @Test
  void oneEditThatIsEnoughIsFoundInOneBatch() {
    End end = search(12, 40, needs(of(7)));
    assertThat(end.step().least()).isEqualTo(of(7));
    assertThat(end.step().certainty()).isEqualTo(Certainty.ALONE);
    assertThat(end.asked()).isEqualTo(12);
    assertThat(end.batches()).isEqualTo(1);
  }

  /** Twenty edits alone, all without each of them, and the two that are needed. */
  @Test
  void aCauseOfTwoEditsIsFoundInThreeBatches() {
    End end = search(20, 60, needs(of(4, 17)));
    assertThat(end.step().least()).isEqualTo(of(4, 17));
    assertThat(end.step().certainty()).isEqualTo(Certainty.MINIMAL);
    assertThat(end.asked()).isEqualTo(20 + 20 + 1);
    assertThat(end.batches()).isEqualTo(3);
  }

  @Test
  void aSingleEditNeedsNoQuestion() {
    End end = search(1, 40, part -> true);
    assertThat(end.step().certainty()).isEqualTo(Certainty.ALONE);
    assertThat(end.asked()).isZero();
  }

  @Test
  void ofSeveralThatAreEnoughTheOneWithFewestCharacters() {
    EditSearch search = new EditSearch(List.of(5, 2, 9), 40);
    Step step = search.go(part -> part.get(0) || part.get(1) ? Verdict.FAILS : Verdict.PASSES);
    assertThat(step.least()).isEqualTo(of(1));
  }

  /** Where all of the cause is needed, what is left is the cause, wherever it lies. */
  @Test
  void findsACauseOfSeveralEditsExactly() {
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < 300; i++) {
      int edits = 2 + random.nextInt(30);
      BitSet cause = new BitSet();
      for (int k = 1 + random.nextInt(4); k > 0; k--) {
        cause.set(random.nextInt(edits));
      }
      Step step = search(edits, 10_000, needs(cause)).step();
      assertThat(step.least()).isEqualTo(cause);
      assertThat(step.certainty())
          .isEqualTo(cause.cardinality() == 1 ? Certainty.ALONE : Certainty.MINIMAL);
    }
  }

  /** Verdicts by chance: less of it has no order, and still nothing single can be left out. */
  @Test
  void whatIsMinimalPassesWithoutAnyOneOfItsEdits() {
    for (int seed = 0; seed < 200; seed++) {
      int salt = seed;
      Predicate<BitSet> fails =
          part -> part.cardinality() == 9 || (part.hashCode() * 31 + salt) % 5 == 0;
      Step step = search(9, 10_000, fails).step();
      assertThat(fails.test(step.least())).isTrue();
      if (step.certainty() == Certainty.MINIMAL) {
        step.least().stream()
            .forEach(
                edit -> {
                  BitSet less = (BitSet) step.least().clone();
                  less.clear(edit);
                  assertThat(fails.test(less)).isFalse();
                });
      }
    }
  }

  @Test
  void theBudgetEndsItWithTheLeastThatWasFound() {
    End end = search(64, 10, needs(of(3, 60)));
    assertThat(end.step().certainty()).isEqualTo(Certainty.BUDGET);
    assertThat(end.asked()).isEqualTo(10);
    assertThat(needs(of(3, 60)).test(end.step().least())).isTrue();
    assertThat(search(64, 0, part -> true).step().least().cardinality()).isEqualTo(64);
  }

  @Test
  void whereNobodyCouldSayItIsNotCalledMinimal() {
    Set<BitSet> asked = new HashSet<>();
    Step step =
        new EditSearch(List.of(1, 1), 10)
            .go(
                part -> {
                  asked.add(part);
                  return part.get(0) ? Verdict.UNKNOWN : Verdict.PASSES;
                });
    assertThat(step.ended()).isTrue();
    assertThat(step.least()).isEqualTo(of(0, 1));
    assertThat(step.certainty()).isEqualTo(Certainty.UNKNOWN);
  }
}
