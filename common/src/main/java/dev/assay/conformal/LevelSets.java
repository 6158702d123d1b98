package dev.assay.conformal;

import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.PassMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What is promised of sets of levels, by category, in the terms of {@link SetGuarantees}.
 *
 * @param promises error rate, weights and whether each level has a quantile of its own
 * @param sets how strange a level is
 */
public record LevelSets(SetGuarantees promises, Nonconformity sets) {

  /** How strange the levels are that humans gave. */
  static List<Scored> scored(PassMap map, Nonconformity sets, List<LevelJudgement> rows) {
    return rows.stream()
        .map(
            row ->
                new Scored(
                    row.groupId(),
                    sets.of(map.levels().probabilities(row.score()))[row.level()],
                    row.weight()))
        .toList();
  }

  /** One guarantee a category of the conformal groups; any order of the rows gives the same. */
  public List<Guarantee> of(PassMap map, LevelParts parts) {
    Function<LevelJudgement, String> category =
        row ->
            promises.byLabel()
                ? category(map.scale().names().get(row.level()))
                : row.category().isEmpty() ? SetGuarantees.ALL : row.category();
    Map<String, List<LevelJudgement>> conformal = by(category, parts.conformal());
    Map<String, List<LevelJudgement>> test = by(category, parts.test());
    List<Guarantee> guarantees = new ArrayList<>();
    conformal.forEach(
        (name, rows) -> {
          List<LevelJudgement> unseen = test.getOrDefault(name, List.of());
          guarantees.add(
              promises.guarantee(
                  name,
                  " " + sets.id(),
                  scored(map, sets, rows),
                  quantile -> seen(map, unseen, quantile),
                  LevelJudgement.groups(unseen)));
        });
    return guarantees;
  }

  /** The category of a level, where each has a quantile of its own. */
  static String category(String level) {
    return "label=" + level;
  }

  private static Map<String, List<LevelJudgement>> by(
      Function<LevelJudgement, String> category, List<LevelJudgement> rows) {
    Map<String, List<LevelJudgement>> result = new TreeMap<>();
    rows.forEach(
        row -> result.computeIfAbsent(category.apply(row), name -> new ArrayList<>()).add(row));
    return result;
  }

  private SetsSeen seen(PassMap map, List<LevelJudgement> unseen, double quantile) {
    return SetsSeen.of(
        unseen,
        LevelJudgement::groupId,
        row -> sets.of(map.levels().probabilities(row.score()))[row.level()] <= quantile,
        row -> {
          int size = 0;
          for (double strange : sets.of(map.levels().probabilities(row.score()))) {
            size += strange <= quantile ? 1 : 0;
          }
          return size;
        });
  }
}
