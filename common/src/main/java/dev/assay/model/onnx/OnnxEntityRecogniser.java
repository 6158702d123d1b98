package dev.assay.model.onnx;

import dev.assay.base.Logistic;
import dev.assay.model.EntityRecogniser;
import dev.assay.model.ModelException;
import dev.assay.model.TextBatch;
import dev.assay.model.TextMemory;
import dev.assay.model.onnx.EntitySpans.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * A token classifier as an ONNX network: logits {@code [texts, tokens, labels]}. A text that is
 * longer than it reads is read in windows that overlap by a quarter; each token is judged in the
 * window where it has most room on either side. Windows of one length, whichever texts they are of,
 * run together. Thread-safe.
 */
public final class OnnxEntityRecogniser implements EntityRecogniser, AutoCloseable {
  private static final int REMEMBERED = 20_000;
  private static final int CHARACTERS_PER_ENTRY = 2_000;
  private static final int CHARACTERS_TOGETHER = 200_000;

  private final ClassifierSpec spec;
  private final ModelTokenizer tokenizer;
  private final OnnxNetwork network;
  private final List<String> labels;
  private final String id;
  private final TextMemory<List<Entity>> memory =
      new TextMemory<>(
          REMEMBERED,
          (text, found) -> 1 + text.length() / CHARACTERS_PER_ENTRY,
          texts -> TextBatch.byLength(texts, this::read));
  private final LongAdder runs = new LongAdder();

  /** Loads {@code files} onto {@code device}. */
  public OnnxEntityRecogniser(ClassifierSpec spec, ModelFiles files, String device) {
    this.spec = spec;
    this.id = id(spec, files);
    this.tokenizer = new ModelTokenizer(files.tokenizer());
    try {
      this.network = OnnxNetwork.open(files.model(), device.equals("auto") ? "cpu" : device);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
    int outputs = network.run(List.of(tokenizer.encode("a", spec.maxLength()))).dimension();
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

  /** Some texts after the other, since the tokens of those that run together are all held. */
  private List<List<Entity>> read(List<String> texts) {
    List<List<Entity>> found = new ArrayList<>();
    List<String> together = new ArrayList<>();
    int characters = 0;
    for (String text : texts) {
      together.add(text);
      characters += text.length();
      if (characters > CHARACTERS_TOGETHER || found.size() + together.size() == texts.size()) {
        found.addAll(entities(together));
        together.clear();
        characters = 0;
      }
    }
    return found;
  }

  private List<List<Entity>> entities(List<String> texts) {
    List<Tokens> tokens = tokens(texts);
    List<double[][]> probabilities = judged(tokens);
    List<List<Entity>> found = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      found.add(EntitySpans.of(texts.get(i), likeliest(tokens.get(i), probabilities.get(i))));
    }
    return found;
  }

  /** The tokens, special ones excluded, each with its likeliest label. */
  private List<Token> likeliest(Tokens text, double[][] probabilities) {
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < probabilities.length; i++) {
      double[] own = probabilities[i];
      int best = 0;
      for (int label = 1; label < own.length; label++) {
        best = own[label] > own[best] ? label : best;
      }
      int at = tokenizer.before() + i;
      tokens.add(new Token(text.starts()[at], text.ends()[at], labels.get(best), own[best]));
    }
    return tokens;
  }

  /** By text and token, special ones excluded, the probability of every label. */
  List<double[][]> probabilities(List<String> texts) {
    return judged(tokens(texts));
  }

  /** How often the network has run. */
  long runs() {
    return runs.sum();
  }

  private List<Tokens> tokens(List<String> texts) {
    return texts.stream()
        .map(text -> tokenizer.encodeWithSpans(text, Integer.MAX_VALUE - 1))
        .toList();
  }

  /** A window of one of the texts, as the network reads it. */
  private record Part(int text, TokenWindow window, Tokens read) {}

  private List<double[][]> judged(List<Tokens> texts) {
    List<double[][]> judged = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    for (Tokens text : texts) {
      int before = tokenizer.before();
      int count = text.ids().length - tokenizer.specials();
      for (TokenWindow window : TokenWindow.of(count, spec.maxLength() - tokenizer.specials())) {
        long[] ids = Arrays.copyOfRange(text.ids(), before + window.start(), before + window.end());
        parts.add(new Part(judged.size(), window, tokenizer.part(ids)));
      }
      judged.add(new double[count][]);
    }
    List<Tokens> reads = parts.stream().map(Part::read).toList();
    for (int[] places : network.batches(reads, spec.batchSize())) {
      OnnxNetwork.States states = network.run(Arrays.stream(places).mapToObj(reads::get).toList());
      runs.increment();
      for (int row = 0; row < places.length; row++) {
        Part part = parts.get(places[row]);
        judge(states.of(row, part.read().ids().length), part, judged.get(part.text()));
      }
    }
    return judged;
  }

  private void judge(OnnxNetwork.States states, Part part, double[][] judged) {
    int first = tokenizer.before() - part.window().start();
    for (int i = part.window().from(); i < part.window().to(); i++) {
      int at = (first + i) * states.dimension();
      judged[i] =
          Logistic.softmax(
              IntStream.range(at, at + states.dimension())
                  .mapToDouble(place -> states.values()[place])
                  .toArray());
    }
  }

  @Override
  public void close() {
    network.close();
    tokenizer.close();
  }
}
