package dev.assay.report;

import dev.assay.report.Findings.WorstCase;
import java.util.List;

/**
 * Names cases, with where the page shows them if it does.
 *
 * @param findings what the page is about
 */
record CaseLinks(Findings findings) {
  private static final int START = 8;

  /** A case by the start of its id; {@code anchor} is empty where the page does not show it. */
  record Link(String id, String anchor) {}

  /** The first {@code most} of {@code cases}. */
  List<Link> of(List<String> cases, String system, int most) {
    return cases.stream().limit(most).map(id -> of(id, system)).toList();
  }

  /**
   * The case as {@code system} answered it.
   *
   * @param system empty: as any system did
   */
  private Link of(String caseId, String system) {
    return new Link(
        Excerpt.of(caseId, START).text(),
        findings.worst().stream()
            .filter(c -> c.caseId().equals(caseId))
            .filter(c -> system.isEmpty() || c.system().equals(system))
            .findFirst()
            .map(this::anchor)
            .orElse(""));
  }

  private String anchor(WorstCase shown) {
    return CaseView.anchor(shown, findings.systems().indexOf(shown.system()));
  }
}
