package dev.assay.rules;

import dev.assay.base.Hashes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Rules that are applied together.
 *
 * @param name what the configuration called it
 * @param rules in order; where two find the same place, the longer finding counts, then the earlier
 *     rule's
 */
public record RuleSuite(String name, List<Rule> rules) implements Serializable {

  /** Characters up to which a text is searched. */
  public static final int MAX_LENGTH = 5_000_000;

  /** Findings that are reported of one text. */
  public static final int MAX_FINDINGS = 1_000;

  public RuleSuite {
    rules = List.copyOf(rules);
  }

  /**
   * The suites that {@code names} lists, separated by commas: {@code bundled:NAME}, or a file of
   * the machine that reads the configuration. Every example of every rule is tried.
   *
   * @throws IllegalArgumentException with file, line and advice for what cannot be read, or a rule
   *     that its own examples contradict
   */
  public static RuleSuite of(String names) {
    return new SuiteReader().read(names);
  }

  /**
   * What the rules find in {@code text}, by place, without overlap, at most {@link #MAX_FINDINGS}.
   *
   * @throws IllegalArgumentException for a text over {@link #MAX_LENGTH}
   */
  public List<Finding> find(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "A text of %d characters is over the limit of %d".formatted(text.length(), MAX_LENGTH));
    }
    String lowerCase = text.toLowerCase(Locale.ROOT);
    List<Finding> all = new ArrayList<>();
    for (Rule rule : rules) {
      all.addAll(rule.find(text, lowerCase, MAX_FINDINGS));
    }
    // By length: a card number inside a longer identifier is that identifier.
    all.sort(Comparator.comparingInt(f -> f.start() - f.end()));
    java.util.BitSet taken = new java.util.BitSet(text.length());
    List<Finding> kept = new ArrayList<>();
    for (Finding finding : all) {
      int next = taken.nextSetBit(finding.start());
      if (next < 0 || next >= finding.end()) {
        taken.set(finding.start(), finding.end());
        kept.add(finding);
      }
    }
    kept.sort(Comparator.comparingInt(Finding::start));
    return List.copyOf(kept.subList(0, Math.min(MAX_FINDINGS, kept.size())));
  }

  /** Its name and a hash of its rules: what enters a score's fingerprint. */
  @Override
  public String toString() {
    String[] content = rules.stream().map(Rule::toString).toArray(String[]::new);
    return "RuleSuite[%s, %s]".formatted(name, Hashes.sha256(content).substring(0, 16));
  }
}
