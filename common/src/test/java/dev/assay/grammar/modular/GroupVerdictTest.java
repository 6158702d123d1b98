package dev.assay.grammar.modular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.stats.Intervals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupVerdictTest {
  private static final List<CauseWay> ALL = List.of(CauseWay.values());

  private static Reply reply(
      String key,
      Boolean correct,
      Boolean score,
      Set<String> relevant,
      Set<String> contexts,
      Boolean contains) {
    return new Reply(
        key,
        0,
        "long",
        Optional.ofNullable(correct),
        "text",
        Optional.ofNullable(score),
        relevant,
        contexts,
        Optional.ofNullable(contains),
        Optional.empty());
  }

  private static GroupVerdict of(String inCorpus, Reply... replies) {
    return GroupVerdict.of("g", List.of(replies), ALL, inCorpus);
  }

  @Test
  void aWrongAnswerToPassagesWithTheDocumentIsTheModels() {
    GroupVerdict verdict =
        of(
            "",
            reply("a", true, null, Set.of("d1"), Set.of("d1", "d2"), null),
            reply("b", false, null, Set.of("d1"), Set.of("d1", "d3"), null),
            reply("c", false, null, Set.of("d1"), Set.of("d3"), null));
    assertThat(verdict.kind()).isEqualTo(GroupKind.NON_ROBUST);
    assertThat(verdict.byModel()).isEqualTo(1);
    assertThat(verdict.byRetrieval()).isEqualTo(1);
    assertThat(verdict.cause()).contains("both");
    assertThat(verdict.causeWay()).contains("documents");
    assertThat(verdict.sufficient()).hasValue(2);
  }

  @Test
  void withoutGroundTruthContextsAreComparedWithThoseOfCorrectAnswers() {
    // Both correct answers had d1; d2 they do not share.
    GroupVerdict verdict =
        of(
            "",
            reply("a", true, null, Set.of(), Set.of("d1", "d2"), null),
            reply("b", true, null, Set.of(), Set.of("d1", "d3"), null),
            reply("c", false, null, Set.of(), Set.of("d2", "d4"), null));
    assertThat(verdict.cause()).contains("retrieval");
    assertThat(verdict.causeWay()).contains("contexts");
  }

  @Test
  void aConfiguredScoreComesFirstAndThePassagesOwnWordsThird() {
    GroupVerdict scored =
        of(
            "",
            reply("a", true, true, Set.of("d1"), Set.of("d1"), true),
            reply("b", false, true, Set.of("d1"), Set.of("d2"), false));
    assertThat(scored.cause()).contains("model");
    assertThat(scored.causeWay()).contains("score");
    GroupVerdict said =
        of(
            "",
            reply("a", true, null, Set.of(), Set.of("d1"), true),
            reply("b", false, null, Set.of(), Set.of("d1"), false));
    assertThat(said.cause()).contains("retrieval");
    assertThat(said.causeWay()).contains("answer");
  }

  @Test
  void aGapInTheCorpusIsNotBlamedOnTheSystem() {
    Reply wrong = reply("a", false, null, Set.of(), Set.of("d1"), false);
    assertThat(of("no", wrong).cause()).contains("corpus");
    assertThat(of("yes", wrong).cause()).contains("retrieval");
    assertThat(of("unknown", wrong).cause()).contains("corpus_or_retrieval");
    Reply given = reply("a", false, null, Set.of(), Set.of("d1"), true);
    assertThat(of("unknown", given).cause()).contains("model");
  }

  @Test
  void whatNobodyJudgedIsCountedAndDecidesNothing() {
    Reply open = reply("a", null, null, Set.of(), Set.of(), null);
    GroupVerdict none = of("", open);
    assertThat(none.kind()).isEqualTo(GroupKind.UNDECIDED);
    assertThat(none.undecided()).isEqualTo(1);
    assertThat(none.sides()).isEmpty();
    GroupVerdict one = of("", open, reply("b", true, null, Set.of(), Set.of(), null));
    assertThat(one.kind()).isEqualTo(GroupKind.ROBUST);
    assertThat(one.cause()).isEmpty();
    GroupVerdict blind =
        of(
            "",
            reply("a", true, null, Set.of(), Set.of(), null),
            reply("b", false, null, Set.of(), Set.of(), null));
    assertThat(blind.cause()).contains("unknown");
    assertThat(blind.causeWay()).isEmpty();
  }

  @Test
  void reliabilityIsWilsonsWhereEveryAnswerIsItsOwnGroup() {
    // 40 passed, 10 of them correct; 5 correct ones that it does not pass; 45 others.
    List<MetricReliability.Cell> cells = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      boolean passed = i < 40;
      boolean correct = i < 10 || i >= 40 && i < 45;
      cells.add(
          new MetricReliability.Cell(
              1, correct ? 1 : 0, passed ? 1 : 0, passed && correct ? 1 : 0));
    }
    MetricReliability found = MetricReliability.of(cells, .95);
    assertThat(found.precision().orElseThrow().estimate()).isEqualTo(.25);
    assertThat(found.recall().orElseThrow().estimate()).isCloseTo(10 / 15.0, within(1e-12));
    // Σ (hit − p)² / 40² · 40/39 = p (1 − p) / 39: an effective n of 39.
    double[] wilson = Intervals.wilson(.25 * 39, 39, .95);
    assertThat(found.precision().orElseThrow().low().getAsDouble())
        .isCloseTo(wilson[0], within(1e-9));
    assertThat(found.precision().orElseThrow().high().getAsDouble())
        .isCloseTo(wilson[1], within(1e-9));
    // Ten copies of one answer in each group say no more than one: the same limits.
    List<MetricReliability.Cell> copies =
        cells.stream()
            .map(
                c ->
                    new MetricReliability.Cell(
                        10, 10 * c.correct(), 10 * c.passed(), 10 * c.both()))
            .toList();
    assertThat(MetricReliability.of(copies, .95).precision().orElseThrow().low().getAsDouble())
        .isCloseTo(wilson[0], within(1e-9));
  }

  @Test
  void severalAnswersToAQuestionCountOnceAndDoNotMakeAGroupFragile() {
    List<Reply> replies = new ArrayList<>();
    boolean[][] right = {{true, false, true}, {true, true, true}, {false, true}};
    for (int question = 0; question < right.length; question++) {
      for (int repeat = 0; repeat < right[question].length; repeat++) {
        replies.add(
            new Reply(
                "q" + question,
                repeat,
                question == 2 ? "long" : "short",
                Optional.of(right[question][repeat]),
                "text",
                Optional.empty(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                Optional.empty()));
      }
    }
    // Two of three and three of three are right; one of two is even, and so wrong.
    GroupVerdict all = GroupVerdict.of("g", replies, ALL, "");
    assertThat(all.n()).isEqualTo(3);
    assertThat(all.correct()).isEqualTo(2);
    assertThat(all.differing()).isEqualTo(2);
    assertThat(all.kind()).isEqualTo(GroupKind.NON_ROBUST);
    assertThat(all.ways()).containsEntry("text", 8L);
    GroupVerdict first = GroupVerdict.of("g", replies.subList(0, 6), ALL, "");
    assertThat(first.kind()).isEqualTo(GroupKind.ROBUST);
    assertThat(first.sides()).containsExactly(new SideCounts("g", "short", 2, 2, 0, 0, false));
  }

  @Test
  void aWrongAnswerThatThePassagesEntailWasTakenFromThem() {
    List<Reply> gap = new ArrayList<>();
    for (Optional<Boolean> entailed :
        List.of(Optional.of(true), Optional.of(false), Optional.<Boolean>empty())) {
      gap.add(
          new Reply(
              "q" + gap.size(),
              0,
              "long",
              Optional.of(false),
              "text",
              Optional.empty(),
              Set.of(),
              Set.of(),
              Optional.empty(),
              entailed));
    }
    GroupVerdict misled = GroupVerdict.of("g", gap, ALL, "yes");
    assertThat(misled.cause()).contains("retrieval");
    assertThat(misled.causeWay()).contains("entailment");
    assertThat(misled.sufficient()).hasValue(0);
    // What the passages do not entail may be due to either.
    assertThat(GroupVerdict.of("g", gap.subList(1, 3), ALL, "yes").cause()).contains("unknown");
  }
}
