package dev.assay.model.onnx;

import dev.assay.base.Logistic;
import dev.assay.model.CrossEncoder;
import dev.assay.model.ModelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A cross-encoder with one output as an ONNX network, such as those of sentence-transformers for
 * semantic textual similarity. Its logit goes through the logistic function, as it does there.
 */
public final class OnnxCrossEncoder implements CrossEncoder, AutoCloseable {
  private final OnnxSequences network;

  /** Loads {@code files} onto {@code device}. */
  public OnnxCrossEncoder(ClassifierSpec spec, ModelFiles files, String device) {
    this.network = new OnnxSequences(spec.network(device), files);
    if (network.labels().size() != 1) {
      network.close();
      throw new ModelException(
          "The model '%s' has %d outputs; models.cross-encoder needs one, of likeness"
              .formatted(files.name(), network.labels().size()));
    }
  }

  /** What it calls itself; reads nothing more. */
  public static String id(ClassifierSpec spec, ModelFiles files) {
    return OnnxSequences.id(spec.network("cpu"), files);
  }

  @Override
  public String id() {
    return network.id();
  }

  @Override
  public List<Likeness> compare(List<Pair> pairs) {
    List<Pair> distinct = new ArrayList<>(new LinkedHashSet<>(pairs));
    List<Tokens> tokens =
        distinct.stream().map(pair -> network.tokens(pair.first(), pair.second())).toList();
    List<float[]> logits = network.logits(tokens);
    Map<Pair, Likeness> known = new LinkedHashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      double value = Logistic.sigmoid(logits.get(i)[0]);
      known.put(distinct.get(i), new Likeness(value, tokens.get(i).truncated()));
    }
    return pairs.stream().map(known::get).toList();
  }

  @Override
  public void close() {
    network.close();
  }
}
