package dev.assay.perturb.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The search for the fewest edits that still fail, when all of them together do and none does not.
 * First each edit alone, where the budget allows all of them, then all without each, and those
 * edits together without any of which it passes; then delta debugging (Zeller and Hildebrandt,
 * Simplifying and Isolating Failure-Inducing Input, 2002): parts and what is left without them,
 * ever smaller. It asks in batches, and is a function of what is known: the same verdicts lead to
 * the same questions and the same end, whoever kept them.
 *
 * @param distances of the edits in characters
 * @param most tests, each of a part of the edits; not counting all of them and none
 */
public record EditSearch(List<Integer> distances, int most) {

  public EditSearch {
    distances = List.copyOf(distances);
    if (distances.isEmpty() || most < 0) {
      throw new IllegalArgumentException(
          "A search has an edit and a budget from 0, not %d and %d"
              .formatted(distances.size(), most));
    }
  }

  /** What the answer to the origin with a part of the edits was like. */
  public enum Verdict {
    FAILS,
    PASSES,
    /** Nobody could say: no answer, or no value. */
    UNKNOWN
  }

  /** How sure it is that there is nothing smaller. */
  public enum Certainty {
    /** One edit: there is no smaller part. */
    ALONE,
    /** Without any one of its edits it passes; other parts may be smaller. */
    MINIMAL,
    /** As small as was found before the budget ended. */
    BUDGET,
    /** As small as was found where some parts had no verdict. */
    UNKNOWN
  }

  /**
   * Where the search is.
   *
   * @param least the smallest part that is known to fail
   * @param wanted parts whose verdicts it needs to go on; empty at its end
   * @param certainty what is said of {@code least} at its end
   * @param tests parts that it looked at so far
   */
  public record Step(BitSet least, List<BitSet> wanted, Certainty certainty, int tests) {
    public boolean ended() {
      return wanted.isEmpty();
    }
  }

  /**
   * Goes as far as what is known allows.
   *
   * @param known the verdict of a part; null where it is not known yet
   */
  public Step go(Function<BitSet, Verdict> known) {
    return new Walk(known).go();
  }

  /** One pass over what is known. */
  private final class Walk {
    private final Function<BitSet, Verdict> known;
    private final Set<BitSet> tested = new HashSet<>();
    private final List<BitSet> wanted = new ArrayList<>();
    private BitSet current = new BitSet();
    private boolean spent;
    private boolean doubtful;

    Walk(Function<BitSet, Verdict> known) {
      this.known = known;
      current.set(0, distances.size());
    }

    Step go() {
      if (current.cardinality() > 1 && distances.size() <= most) {
        BitSet alone = first(byDistance(parts(current, distances.size())));
        if (alone != null) {
          current = alone;
        }
      }
      int parts = onlyWhatIsNeeded() ? current.cardinality() : 2;
      while (wanted.isEmpty() && !spent && current.cardinality() > 1) {
        parts = Math.min(parts, current.cardinality());
        doubtful = false;
        List<BitSet> some = parts(current, parts);
        List<BitSet> tried = new ArrayList<>(some);
        if (parts > 2) {
          some.forEach(part -> tried.add(without(part)));
        }
        BitSet failing = first(tried);
        if (failing != null) {
          parts = some.contains(failing) ? 2 : Math.max(2, parts - 1);
          current = failing;
        } else if (parts < current.cardinality()) {
          parts *= 2;
        } else {
          break;
        }
      }
      return new Step(current, wanted, certainty(), tested.size());
    }

    /**
     * Leaves out at once whatever can be left out alone: the cause, where all of it is needed.
     *
     * @return whether what is left still fails
     */
    private boolean onlyWhatIsNeeded() {
      int edits = current.cardinality();
      if (!wanted.isEmpty() || edits < 3 || tested.size() + edits + 1 > most) {
        return false;
      }
      List<BitSet> without = new ArrayList<>();
      parts(current, edits).forEach(part -> without.add(without(part)));
      BitSet needed = new BitSet();
      first(without);
      if (!wanted.isEmpty()) {
        return false;
      }
      for (BitSet rest : without) {
        if (known.apply(rest) != Verdict.FAILS) {
          BitSet part = (BitSet) current.clone();
          part.andNot(rest);
          needed.or(part);
        }
      }
      if (needed.isEmpty() || needed.equals(current) || first(List.of(needed)) == null) {
        return false;
      }
      current = needed;
      return true;
    }

    private Certainty certainty() {
      if (current.cardinality() == 1) {
        return Certainty.ALONE;
      }
      return spent ? Certainty.BUDGET : doubtful ? Certainty.UNKNOWN : Certainty.MINIMAL;
    }

    /**
     * The first of {@code tried} that fails; null where none is known to. What is not known is
     * wanted, all of it at once.
     */
    private BitSet first(List<BitSet> tried) {
      BitSet found = null;
      for (BitSet part : tried) {
        if (!tested.contains(part) && tested.size() == most) {
          spent = true;
          break;
        }
        tested.add(part);
        Verdict verdict = known.apply(part);
        if (verdict == null) {
          wanted.add(part);
        } else if (verdict == Verdict.FAILS && found == null) {
          found = part;
        } else if (verdict == Verdict.UNKNOWN) {
          doubtful = true;
        }
      }
      if (!wanted.isEmpty()) {
        return null;
      }
      spent = spent && found == null;
      return found;
    }

    private List<BitSet> byDistance(List<BitSet> alone) {
      List<BitSet> ordered = new ArrayList<>(alone);
      ordered.sort(
          (a, b) ->
              Integer.compare(distances.get(a.nextSetBit(0)), distances.get(b.nextSetBit(0))));
      return ordered;
    }

    private BitSet without(BitSet part) {
      BitSet rest = (BitSet) current.clone();
      rest.andNot(part);
      return rest;
    }
  }

  /** {@code whole} in so many runs of as nearly the same size as can be. */
  private static List<BitSet> parts(BitSet whole, int number) {
    int[] members = whole.stream().toArray();
    List<BitSet> parts = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      BitSet part = new BitSet();
      for (int k = i * members.length / number; k < (i + 1) * members.length / number; k++) {
        part.set(members[k]);
      }
      parts.add(part);
    }
    return parts;
  }
}
