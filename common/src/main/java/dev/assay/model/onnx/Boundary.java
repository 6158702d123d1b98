package dev.assay.model.onnx;

import dev.assay.model.ModelException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How far logits are from where a classifier would decide otherwise, in units of what its last
 * layer reads (HCAT 3.2.2): (z_e − z_j) / ‖w_e − w_j‖ to the nearest other class j, z / ‖w‖ of one
 * output. Positive where the class is the likeliest.
 *
 * @param place of the class
 * @param norms ‖w_e − w_j‖ by class, that of the class itself without meaning; ‖w‖ of one output
 */
record Boundary(int place, List<Double> norms) {

  Boundary {
    norms = List.copyOf(norms);
  }

  /**
   * From what the configuration gives, else from the graph; empty where neither shows the last
   * layer.
   *
   * @param given {@code models.entailment.weight-norms}
   */
  static Optional<Boundary> of(
      ModelFiles files, List<String> labels, int place, List<Double> given) {
    if (!given.isEmpty()) {
      Boundary boundary = new Boundary(place, given);
      if (given.size() != labels.size() || !boundary.apart()) {
        throw new ModelException(
            "models.entailment.weight-norms %s: the model '%s' wants one number above 0 for each of its outputs %s, any for %s itself"
                .formatted(given, files.name(), labels, labels.get(place)));
      }
      return Optional.of(boundary);
    }
    try {
      return LastLayer.rows(files.model(), labels.size())
          .map(rows -> of(place, rows))
          .filter(Boundary::apart);
    } catch (IOException e) {
      throw new ModelException("Cannot read the network '" + files.model() + "': " + e, e);
    }
  }

  static Boundary of(int place, double[][] rows) {
    double[] none = new double[rows[0].length];
    return new Boundary(
        place,
        Arrays.stream(rows)
            .map(row -> length(rows[place], rows.length == 1 ? none : row))
            .toList());
  }

  private static double length(double[] a, double[] b) {
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(squares);
  }

  /** Whether no other class has the same weights. */
  private boolean apart() {
    for (int j = 0; j < norms.size(); j++) {
      if ((j != place || norms.size() == 1) && !(norms.get(j) > 0 && norms.get(j) < 1e300)) {
        return false;
      }
    }
    return true;
  }

  /** The signed distance of these logits. */
  double distance(float[] logits) {
    if (logits.length == 1) {
      return logits[0] / norms.get(0);
    }
    double nearest = Double.POSITIVE_INFINITY;
    for (int j = 0; j < logits.length; j++) {
      if (j != place) {
        double gap = (double) logits[place] - logits[j];
        nearest = Math.min(nearest, gap / norms.get(j));
      }
    }
    return nearest;
  }
}
