package dev.assay.report.figures;

/** Metrics as a page names them. */
public final class Titles {
  private Titles() {}

  /** "groundedness mean" for {@code groundedness.groundedness_mean}. */
  public static String of(String name) {
    int dot = name.indexOf('.');
    String evaluator = dot < 0 ? "" : name.substring(0, dot);
    String metric = dot < 0 ? name : name.substring(dot + 1);
    String own = metric.replace('_', ' ');
    return metric.startsWith(evaluator) ? own : evaluator.replace('_', ' ') + " · " + own;
  }
}
