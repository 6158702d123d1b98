package dev.assay.model.onnx;

import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.model.EncodedText;
import dev.assay.model.ModelException;
import dev.assay.model.TextBatch;
import dev.assay.model.TokenCosines;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TokenVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Sentence embeddings by an ONNX network and its own tokenizer, offline. Safe for as many threads
 * as there are cores; each computes on its own thread. On a CPU a call sorts its texts by length
 * and runs those of one length together, so no work goes into padding and a text's bits are the
 * same in any batch; on a GPU batches are padded, and vectors agree within 1e-6. Open it once per
 * JVM: a model takes hundreds of megabytes.
 */
public final class OnnxEmbedder implements Embedder, TokenEmbedder, AutoCloseable {
  /** Texts that are tokenized and held before they are run. */
  private static final int WINDOW = 4096;

  private final ModelSpec spec;
  private final ModelTokenizer tokenizer;
  private final OnnxNetwork network;
  private final String id;
  private final int dimension;
  private final OnnxCosines cosines;

  /** Loads the model that {@code spec} names; {@code auto} means the CPU here. */
  public OnnxEmbedder(ModelSpec spec) {
    this(spec, ModelFiles.of(spec.source()));
  }

  /** Loads {@code files} with the parameters of {@code spec}. */
  public OnnxEmbedder(ModelSpec spec, ModelFiles files) {
    this(spec, files, spec.device().equals(ModelSpec.AUTO) ? "cpu" : spec.device());
  }

  /** On another device than {@code spec} names. */
  OnnxEmbedder(ModelSpec spec, ModelFiles files, String device) {
    if (!spec.engine().equals(ModelSpec.ONNX)) {
      throw new ModelException(
          "OnnxEmbedder runs engine 'onnx', not '" + spec.engine() + "' (" + files.name() + ")");
    }
    this.spec = spec;
    this.id = id(spec, files);
    this.tokenizer = new ModelTokenizer(files.tokenizer());
    try {
      this.network =
          spec.precision().equals(ModelSpec.INT8)
              ? OnnxNetwork.open(Int8Network.of(files, Int8Ranges.of(files)), "cpu")
              : OnnxNetwork.open(files.model(), device);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
    this.dimension = network.run(List.of(tokenizer.encode("", spec.maxLength()))).dimension();
    try {
      this.cosines = new OnnxCosines(dimension);
    } catch (RuntimeException e) {
      network.close();
      tokenizer.close();
      throw e;
    }
  }

  /**
   * What identifies the vectors: name, revision, pooling, normalisation, limit, engine, precision.
   */
  public static String id(ModelSpec spec, ModelFiles files) {
    return "%s@%s/%s%s/%d%s%s"
        .formatted(
            files.name(),
            files.revision(),
            spec.pooling().id(),
            spec.normalise() ? "+l2" : "",
            spec.maxLength(),
            spec.engine().equals(ModelSpec.ONNX) ? "" : "/" + spec.engine(),
            spec.precision().equals(ModelSpec.INT8)
                ? "/int8@" + Int8Ranges.of(files).revision()
                : "");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public List<Embedding> embed(List<String> texts) {
    return run(texts, tokenizer::encode, this::embedding);
  }

  @Override
  public List<TextBatch<Embedding>> toEmbed(List<String> texts) {
    return batches(texts, tokenizer::encode, this::embedding);
  }

  @Override
  public List<EncodedText> encode(List<String> texts) {
    return run(texts, tokenizer::encodeWithSpans, this::encoded);
  }

  @Override
  public List<TextBatch<EncodedText>> toEncode(List<String> texts) {
    return batches(texts, tokenizer::encodeWithSpans, this::encoded);
  }

  @Override
  public List<long[]> ids(List<String> texts) {
    return texts.stream().map(text -> tokenizer.encode(text, spec.maxLength()).ids()).toList();
  }

  @Override
  public TokenCosines cosines() {
    return cosines;
  }

  /** What becomes of the states of a text in a batch. */
  private interface Reading<T> {
    T of(OnnxNetwork.States states, int row, Tokens text);
  }

  private <T> List<T> run(
      List<String> texts, BiFunction<String, Integer, Tokens> tokenize, Reading<T> reading) {
    List<T> all = new ArrayList<>(Collections.nCopies(texts.size(), null));
    for (int start = 0; start < texts.size(); start += WINDOW) {
      List<String> window = texts.subList(start, Math.min(start + WINDOW, texts.size()));
      run(
          window.stream().map(text -> tokenize.apply(text, spec.maxLength())).toList(),
          reading,
          all.subList(start, start + window.size()));
    }
    return all;
  }

  private <T> void run(List<Tokens> texts, Reading<T> reading, List<T> all) {
    for (int[] places : network.batches(texts, spec.batchSize())) {
      List<T> read = read(Arrays.stream(places).mapToObj(texts::get).toList(), reading);
      for (int row = 0; row < places.length; row++) {
        all.set(places[row], read.get(row));
      }
    }
  }

  private <T> List<TextBatch<T>> batches(
      List<String> texts, BiFunction<String, Integer, Tokens> tokenize, Reading<T> reading) {
    List<Tokens> tokens =
        texts.stream().map(text -> tokenize.apply(text, spec.maxLength())).toList();
    List<TextBatch<T>> batches = new ArrayList<>();
    for (int[] places : network.batches(tokens, spec.batchSize())) {
      List<Tokens> batch = Arrays.stream(places).mapToObj(tokens::get).toList();
      batches.add(
          new TextBatch<>(
              Arrays.stream(places).mapToObj(texts::get).toList(), () -> read(batch, reading)));
    }
    return batches;
  }

  private <T> List<T> read(List<Tokens> batch, Reading<T> reading) {
    OnnxNetwork.States states = network.run(batch);
    return IntStream.range(0, batch.size())
        .mapToObj(row -> reading.of(states, row, batch.get(row)))
        .toList();
  }

  private EncodedText encoded(OnnxNetwork.States states, int row, Tokens text) {
    return new EncodedText(
        embedding(states, row, text),
        TokenVectors.of(
            states.of(row, text.ids().length).values(),
            0,
            states.dimension(),
            text.starts(),
            text.ends()));
  }

  private Embedding embedding(OnnxNetwork.States states, int row, Tokens text) {
    float[] vector =
        spec.pooling()
            .pool(states.values(), states.start(row), text.ids().length, states.dimension());
    if (spec.normalise()) {
      normalise(vector);
    }
    return new Embedding(vector, text.total(), text.truncated());
  }

  private static void normalise(float[] vector) {
    double squares = 0;
    for (float x : vector) {
      squares += (double) x * x;
    }
    if (!(squares > 0) || !Double.isFinite(squares)) {
      throw new ModelException("The network gave a vector of length " + Math.sqrt(squares));
    }
    double norm = Math.sqrt(squares);
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (vector[i] / norm);
    }
  }

  @Override
  public void close() {
    try (tokenizer;
        network) {
      cosines.close();
    }
  }
}
