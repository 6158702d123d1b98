package dev.assay.calibration;

import java.util.List;
import java.util.Map;

/**
 * A labelled score with what trivial baselines say of the same response.
 *
 * @param labelled the metric's score and the human's label
 * @param baselines a finite value for each baseline that is known for the response
 */
public record Judgement(LabelledScore labelled, Map<String, Double> baselines) {

  /** The baseline that a metric must beat: the answer's length. */
  public static final String ANSWER_LENGTH = "answer_length";

  /** The baseline that is shown beside: the share of the answer's words that the contexts hold. */
  public static final String COPIED_SHARE = "copied_share";

  public Judgement {
    baselines = Map.copyOf(baselines);
  }

  /** Without baselines. */
  public static Judgement of(LabelledScore labelled) {
    return new Judgement(labelled, Map.of());
  }

  /** How many groups the rows are of. */
  public static int groups(List<Judgement> rows) {
    return (int) rows.stream().map(Judgement::groupId).distinct().count();
  }

  String groupId() {
    return labelled.groupId();
  }
}
