package dev.assay.report.parts;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Sections that have nothing to say of a run: they stand folded at the end of the page. */
public final class Silent {
  private static final List<String> SECTIONS =
      List.of("slices", "coverage", "risks", "sets", "grammar", "robustness", "drift");

  private Silent() {}

  /**
   * Names of sections, in the order of the page.
   *
   * @param page what its templates are filled with
   */
  public static List<String> of(Map<String, Object> page) {
    return SECTIONS.stream()
        .filter(section -> isEmpty(page, section))
        .filter(
            section ->
                switch (section) {
                  case "slices" -> ((PeopleByPart) page.get("peopleByPart")).lines().isEmpty();
                  case "risks" -> isEmpty(page, "agreement");
                  case "robustness" ->
                      ((Surface) page.get("surface")).lines().isEmpty()
                          && isEmpty(page, "leastEdits");
                  default -> true;
                })
        .toList();
  }

  private static boolean isEmpty(Map<String, Object> page, String key) {
    return ((Collection<?>) page.get(key)).isEmpty();
  }
}
