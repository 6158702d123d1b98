package dev.assay.model;

import dev.assay.model.EntitySpans.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A token classifier as an ONNX network: logits {@code [texts, tokens, labels]}. A text that is
 * longer than it reads is read in windows that overlap by a quarter; each token is judged in the
 * window where it has most room on either side.
 */
public final class OnnxEntityRecogniser implements EntityRecogniser, AutoCloseable {
  private static final int REMEMBERED = 20_000;
  private static final int CHARACTERS_PER_ENTRY = 2_000;

  private final int maxLength;
  private final ModelTokenizer tokenizer;
  private final OnnxNetwork network;
  private final List<String> labels;
  private final String id;
  private final TextMemory<List<Entity>> memory =
      new TextMemory<>(
          REMEMBERED, (text, found) -> 1 + text.length() / CHARACTERS_PER_ENTRY, this::read);

  /** Loads {@code files} onto {@code device}. */
  public OnnxEntityRecogniser(ClassifierSpec spec, ModelFiles files, String device) {
    this.maxLength = spec.maxLength();
    this.id = id(spec, files);
    this.tokenizer = new ModelTokenizer(files.tokenizer());
    try {
      this.network = OnnxNetwork.open(files.model(), device.equals("auto") ? "cpu" : device);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
    int outputs = network.run(List.of(tokenizer.encode("a", maxLength))).dimension();
    this.labels =
        spec.labels().isEmpty() ? OnnxSequences.configured(files, outputs) : spec.labels();
    if (labels.size() != outputs) {
      close();
      throw new ModelException(
          "The model '%s' has %d outputs and %d labels %s"
              .formatted(files.name(), outputs, labels.size(), labels));
    }
  }

  /** What it calls itself; reads nothing more. */
  public static String id(ClassifierSpec spec, ModelFiles files) {
    return OnnxSequences.id(spec.network("cpu"), files);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<List<Entity>> find(List<String> texts) {
    return memory.of(texts);
  }

  private List<List<Entity>> read(List<String> texts) {
    return texts.stream().map(text -> EntitySpans.of(text, tokens(text))).toList();
  }

  /** The text's tokens, special ones excluded, each with its likeliest label. */
  private List<Token> tokens(String text) {
    Tokens whole = tokenizer.encodeWithSpans(text, Integer.MAX_VALUE - 1);
    List<double[]> probabilities = probabilities(whole);
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < probabilities.size(); i++) {
      double[] own = probabilities.get(i);
      int best = 0;
      for (int label = 1; label < own.length; label++) {
        best = own[label] > own[best] ? label : best;
      }
      int at = tokenizer.before() + i;
      tokens.add(new Token(whole.starts()[at], whole.ends()[at], labels.get(best), own[best]));
    }
    return tokens;
  }

  /** By token of {@code text}, special ones excluded, the probability of every label. */
  List<double[]> probabilities(String text) {
    return probabilities(tokenizer.encodeWithSpans(text, Integer.MAX_VALUE - 1));
  }

  private List<double[]> probabilities(Tokens whole) {
    int from = tokenizer.before();
    int count = whole.ids().length - tokenizer.specials();
    int room = maxLength - tokenizer.specials();
    int step = Math.max(1, room - room / 4);
    double[][] chosen = new double[count][];
    int[] margins = new int[count];
    Arrays.fill(margins, -1);
    for (int start = 0; start < count; start += step) {
      int end = Math.min(count, start + room);
      long[] ids = Arrays.copyOfRange(whole.ids(), from + start, from + end);
      OnnxNetwork.States states = network.run(List.of(tokenizer.part(ids)));
      for (int i = start; i < end; i++) {
        int left = start == 0 ? Integer.MAX_VALUE : i - start;
        int right = end == count ? Integer.MAX_VALUE : end - 1 - i;
        if (Math.min(left, right) > margins[i]) {
          margins[i] = Math.min(left, right);
          int row = (from + i - start) * states.dimension();
          chosen[i] =
              OnnxTextClassifier.softmax(
                  Arrays.copyOfRange(states.values(), row, row + states.dimension()));
        }
      }
      if (end == count) {
        break;
      }
    }
    return Arrays.asList(chosen);
  }

  @Override
  public void close() {
    network.close();
    tokenizer.close();
  }
}
