package dev.assay.grammar.modular;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What became of the questions of a group.
 *
 * @param kind by the judged answers on all sides
 * @param n questions with a judged answer; of several answers to one, most decide
 * @param undecided questions of whose answers neither rule nor judge decided any
 * @param differing questions of whose answers some are correct and others are not
 * @param sufficient answers whose passages suffice; empty where that is known of none
 * @param byModel wrong answers of a non-robust group for which the passages sufficed
 * @param byRetrieval wrong ones for which they did not
 * @param cause {@code retrieval}, {@code model}, {@code both} or {@code unknown}; of gaps also
 *     {@code corpus} (no document holds the answer) and {@code corpus_or_retrieval}; empty for
 *     robust groups
 * @param causeWay how it is known; empty where it is not
 * @param ways answers by what decided
 * @param sides the same by side
 */
public record GroupVerdict(
    GroupKind kind,
    long n,
    long correct,
    long undecided,
    long differing,
    OptionalLong sufficient,
    long byModel,
    long byRetrieval,
    Optional<String> cause,
    Optional<String> causeWay,
    Map<String, Long> ways,
    List<SideCounts> sides) {

  /**
   * @param replies in any order
   * @param order which ways are tried for what fails, one after another
   * @param inCorpus whether a document holds the answer: yes, no, or anything else for unknown
   */
  public static GroupVerdict of(
      String group, List<Reply> replies, List<CauseWay> order, String inCorpus) {
    List<Reply> sorted = Repeats.one(replies);
    List<Reply> judged = sorted.stream().filter(reply -> reply.correct().isPresent()).toList();
    long correct = judged.stream().filter(reply -> reply.correct().get()).count();
    GroupKind kind = GroupKind.of(judged.size(), correct);
    Sufficiency sufficiency = Sufficiency.of(judged, order);
    Map<String, long[]> sides = new TreeMap<>();
    Map<String, Long> ways = new TreeMap<>();
    replies.forEach(reply -> ways.merge(reply.way(), 1L, Long::sum));
    long sufficient = 0;
    long known = 0;
    long byModel = 0;
    long byRetrieval = 0;
    for (Reply reply : judged) {
      Optional<Boolean> enough = sufficiency.of(reply);
      known += enough.isPresent() ? 1 : 0;
      sufficient += enough.orElse(false) ? 1 : 0;
      boolean right = reply.correct().get();
      long[] counts = sides.computeIfAbsent(reply.side(), side -> new long[4]);
      counts[0]++;
      counts[1] += right ? 1 : 0;
      if (!right && enough.isPresent()) {
        byModel += enough.get() ? 1 : 0;
        byRetrieval += enough.get() ? 0 : 1;
        if (kind == GroupKind.NON_ROBUST) {
          counts[enough.get() ? 2 : 3]++;
        }
      }
    }
    boolean gap = kind == GroupKind.GAP;
    List<SideCounts> bySide = new ArrayList<>();
    sides.forEach(
        (side, c) -> bySide.add(new SideCounts(group, side, c[0], c[1], c[2], c[3], gap)));
    Optional<String> cause =
        switch (kind) {
          case NON_ROBUST -> Optional.of(module(byModel, byRetrieval));
          case GAP -> Optional.of(gapCause(inCorpus, byModel, byRetrieval));
          default -> Optional.empty();
        };
    return new GroupVerdict(
        kind,
        judged.size(),
        correct,
        sorted.size() - judged.size(),
        Repeats.differing(replies),
        known == 0 ? OptionalLong.empty() : OptionalLong.of(sufficient),
        kind == GroupKind.NON_ROBUST ? byModel : 0,
        kind == GroupKind.NON_ROBUST ? byRetrieval : 0,
        cause,
        cause
            .filter(c -> c.equals("corpus"))
            .map(c -> "corpus")
            .or(() -> known(sufficiency, cause)),
        ways,
        bySide);
  }

  private static Optional<String> known(Sufficiency sufficiency, Optional<String> cause) {
    return cause.isEmpty() || cause.get().equals("unknown")
        ? Optional.empty()
        : sufficiency.way().map(CauseWay::id);
  }

  private static String module(long byModel, long byRetrieval) {
    if (byModel == 0 && byRetrieval == 0) {
      return "unknown";
    }
    return byModel == 0 ? "retrieval" : byRetrieval == 0 ? "model" : "both";
  }

  /** A fact that no document holds is nobody's fault but the corpus's. */
  private static String gapCause(String inCorpus, long byModel, long byRetrieval) {
    if ("no".equals(inCorpus)) {
      return "corpus";
    }
    String module = module(byModel, byRetrieval);
    return module.equals("retrieval") && !"yes".equals(inCorpus) ? "corpus_or_retrieval" : module;
  }

  /**
   * Whether passages suffice, by the first way that says it of a wrong answer.
   *
   * @param proven what was retrieved for correct answers
   * @param retrieves whether anything was retrieved for any answer
   */
  private record Sufficiency(Optional<CauseWay> way, Set<String> proven, boolean retrieves) {

    static Sufficiency of(List<Reply> replies, List<CauseWay> order) {
      Set<String> all = new HashSet<>();
      Set<String> shared = null;
      for (Reply reply : replies) {
        if (reply.correct().get() && !reply.contexts().isEmpty()) {
          all.addAll(reply.contexts());
          if (shared == null) {
            shared = new HashSet<>(reply.contexts());
          } else {
            shared.retainAll(reply.contexts());
          }
        }
      }
      Set<String> proven = shared == null || shared.isEmpty() ? all : shared;
      boolean misses =
          replies.stream()
              .anyMatch(r -> r.correct().get() && r.containsAnswer().equals(Optional.of(false)));
      List<CauseWay> ways =
          order.stream().filter(way -> way != CauseWay.ANSWER || !misses).toList();
      boolean retrieves = replies.stream().anyMatch(reply -> !reply.contexts().isEmpty());
      for (CauseWay way : ways) {
        Sufficiency candidate = new Sufficiency(Optional.of(way), proven, retrieves);
        if (replies.stream().anyMatch(r -> !r.correct().get() && candidate.of(r).isPresent())) {
          return candidate;
        }
      }
      for (CauseWay way : ways) {
        Sufficiency candidate = new Sufficiency(Optional.of(way), proven, retrieves);
        if (replies.stream().anyMatch(r -> candidate.of(r).isPresent())) {
          return candidate;
        }
      }
      return new Sufficiency(Optional.empty(), proven, retrieves);
    }

    Optional<Boolean> of(Reply reply) {
      if (way.isEmpty()) {
        return Optional.empty();
      }
      return switch (way.get()) {
        case SCORE -> reply.score();
        case DOCUMENTS ->
            reply.relevant().isEmpty() || !retrieves
                ? Optional.empty()
                : Optional.of(reply.contexts().stream().anyMatch(reply.relevant()::contains));
        case ANSWER -> reply.containsAnswer();
        case CONTEXTS ->
            proven.isEmpty()
                ? Optional.empty()
                : Optional.of(reply.contexts().stream().anyMatch(proven::contains));
        case ENTAILMENT ->
            reply.entailed().filter(entailed -> entailed).flatMap(e -> reply.correct());
      };
    }
  }
}
