package dev.assay.jobs;

import java.util.ArrayList;
import java.util.List;

/** Names a topic by its terms. */
final class TopicLabel {
  private TopicLabel() {}

  /**
   * The first {@code most} of {@code terms} that neither contain one taken before nor lie in one,
   * word by word. A stratum without terms (no letters in its texts) is named by its number.
   */
  static String of(List<String> terms, int most, int stratum) {
    List<String> taken = new ArrayList<>();
    for (String term : terms) {
      if (taken.size() < most
          && taken.stream().noneMatch(t -> within(t, term) || within(term, t))) {
        taken.add(term);
      }
    }
    return taken.isEmpty() ? "stratum " + stratum : String.join(", ", taken);
  }

  private static boolean within(String part, String whole) {
    return (" " + whole + " ").contains(" " + part + " ");
  }
}
