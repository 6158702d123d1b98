package dev.assay.model.onnx;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.base.Logistic;
import dev.assay.model.TextClassifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A sequence classifier as an ONNX network. A text that is longer than it reads is read in windows
 * of whole sentences; of each label the highest probability counts.
 */
public final class OnnxTextClassifier implements TextClassifier, AutoCloseable {
  private static final int REMEMBERED = 100_000;

  private final OnnxSequences network;
  private final boolean sigmoid;
  private final Cache<String, Classes> remembered =
      Caffeine.newBuilder()
          .maximumSize(REMEMBERED)
          .executor(Runnable::run) // to wake a thread for it takes longer
          .build();

  /** Loads {@code files} onto {@code device}. */
  public OnnxTextClassifier(ClassifierSpec spec, ModelFiles files, String device) {
    this.network = new OnnxSequences(spec.network(device), files);
    this.sigmoid = spec.activation().equals("sigmoid");
  }

  /** What it calls itself; reads nothing more. */
  public static String id(ClassifierSpec spec, ModelFiles files) {
    return OnnxSequences.id(spec.network("cpu"), files) + "/" + spec.activation();
  }

  @Override
  public String id() {
    return network.id() + "/" + (sigmoid ? "sigmoid" : "softmax");
  }

  @Override
  public List<String> labels() {
    return network.labels();
  }

  @Override
  public List<Classes> classify(List<String> texts) {
    Map<String, Classes> known = new java.util.HashMap<>();
    List<String> missing = new ArrayList<>();
    List<Tokens> tokens = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (String text : new LinkedHashSet<>(texts)) {
      Classes before = remembered.getIfPresent(text);
      if (before != null) {
        known.put(text, before);
        continue;
      }
      List<String> windows = network.windows(text);
      windows.forEach(window -> tokens.add(network.tokens(window)));
      missing.add(text);
      counts.add(windows.size());
    }
    List<float[]> logits = network.logits(tokens);
    int next = 0;
    for (int i = 0; i < missing.size(); i++) {
      Classes classes = classes(logits.subList(next, next + counts.get(i)));
      next += counts.get(i);
      known.put(missing.get(i), classes);
      remembered.put(missing.get(i), classes);
    }
    return texts.stream().map(known::get).toList();
  }

  private Classes classes(List<float[]> windows) {
    double[] highest = new double[labels().size()];
    for (float[] window : windows) {
      DoubleStream logits = IntStream.range(0, window.length).mapToDouble(i -> window[i]);
      double[] probabilities =
          sigmoid ? logits.map(Logistic::sigmoid).toArray() : Logistic.softmax(logits.toArray());
      for (int label = 0; label < highest.length; label++) {
        highest[label] = Math.max(highest[label], probabilities[label]);
      }
    }
    return new Classes(
        IntStream.range(0, highest.length).mapToObj(i -> highest[i]).toList(), windows.size());
  }

  @Override
  public void close() {
    network.close();
  }
}
