package dev.assay.model;

import dev.assay.base.Rounding;
import java.util.Arrays;
import java.util.List;

/**
 * How unlike a system's example questions a text is. Its only label, off_topic, has a conformal
 * value in [0, 1) and <b>no probability</b> of being off topic: of questions that are exchangeable
 * with the distinct exemplars, at most the share 1 − t reaches t, for every t and whatever the
 * distribution. The share is a mean over draws of the exemplars; for one draw it varies, the more
 * the fewer there are. Of questions that are off topic it promises nothing.
 *
 * <p>Split-conformal detection of outliers: one half of the exemplars, by hash, is the reference. A
 * text's nonconformity is 1 − its cosine to the nearest of them, to nine decimals. With k of the n
 * others at least as far as the text, p = (1 + k) / (n + 1), and the value is 1 − p. An embedder
 * reads so much of a long text as it can.
 *
 * <p>Source: Laxhammar and Falkman 2015, inductive conformal anomaly detection; Bates, Candès, Lei,
 * Romano and Sesia 2023, Testing for outliers with conformal p-values.
 */
public final class ExemplarClassifier implements TextClassifier {
  /** The label. */
  public static final String OFF_TOPIC = "off_topic";

  private final Exemplars exemplars;
  private final Embedder embedder;
  private Fitted fitted;

  /** Embeds nothing until the first text comes. */
  public ExemplarClassifier(Exemplars exemplars, Embedder embedder) {
    this.exemplars = exemplars;
    this.embedder = embedder;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Fitted(List<Embedding> reference, double[] calibration) {

    static Fitted of(List<Embedding> vectors, int calibrating) {
      List<Embedding> reference = vectors.subList(calibrating, vectors.size());
      return new Fitted(
          reference,
          vectors.subList(0, calibrating).stream()
              .mapToDouble(vector -> distance(vector, reference))
              .toArray());
    }

    /** 1 − p, in one division: what equals a threshold is not below it by rounding. */
    double value(Embedding vector) {
      double distance = distance(vector, reference);
      long nearer = Arrays.stream(calibration).filter(other -> other < distance).count();
      return nearer / (calibration.length + 1.0);
    }

    private static double distance(Embedding vector, List<Embedding> reference) {
      double nearest =
          reference.stream().mapToDouble(vector::cosine).max().orElse(Double.NEGATIVE_INFINITY);
      return Rounding.toNano(1 - nearest);
    }
  }

  @Override
  public String id() {
    return exemplars.id(embedder.id());
  }

  @Override
  public List<String> labels() {
    return List.of(OFF_TOPIC);
  }

  @Override
  public double highest() {
    return calibrating() / (calibrating() + 1.0);
  }

  @Override
  public List<Classes> classify(List<String> texts) {
    Fitted model = fitted();
    return embedder.embed(texts.stream().map(String::strip).toList()).stream()
        .map(vector -> new Classes(List.of(model.value(vector)), 1, vector.truncated()))
        .toList();
  }

  private synchronized Fitted fitted() {
    if (fitted == null) {
      fitted = Fitted.of(embedder.embed(exemplars.texts()), calibrating());
    }
    return fitted;
  }

  private int calibrating() {
    return exemplars.texts().size() / 2;
  }
}
