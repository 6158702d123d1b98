package dev.assay.model.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.model.ModelException;
import dev.assay.text.Sentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sequence classifier or cross-encoder as an ONNX network with its tokenizer: logits of texts or
 * pairs. Those of one length run together, so a text's bits are the same in any batch. Thread-safe.
 */
final class OnnxSequences implements AutoCloseable {
  private final SequenceSpec spec;
  private final ModelTokenizer tokenizer;
  private final OnnxNetwork network;
  private final List<String> labels;
  private final String id;

  OnnxSequences(SequenceSpec spec, ModelFiles files) {
    this.spec = spec;
    this.id = id(spec, files);
    this.tokenizer = new ModelTokenizer(files.tokenizer());
    try {
      this.network =
          OnnxNetwork.open(files.model(), spec.device().equals("auto") ? "cpu" : spec.device());
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
    int outputs = network.logits(List.of(tokenizer.encode("", spec.maxLength()))).get(0).length;
    this.labels = spec.labels().isEmpty() ? configured(files, outputs) : spec.labels();
    if (labels.size() != outputs) {
      close();
      throw new ModelException(
          "The model '%s' has %d outputs and %d labels %s"
              .formatted(files.name(), outputs, labels.size(), labels));
    }
  }

  /** Name, revision, limit, and the labels and template where the configuration gives them. */
  static String id(SequenceSpec spec, ModelFiles files) {
    String reading = String.join(",", spec.labels()) + spec.template();
    return "%s@%s/%d%s"
        .formatted(
            files.name(),
            files.revision(),
            spec.maxLength(),
            reading.isEmpty() ? "" : "/" + Hashes.sha256(reading).substring(0, 8));
  }

  String id() {
    return id;
  }

  /** Names of the outputs, in order. */
  List<String> labels() {
    return labels;
  }

  /** A text as the model reads it. */
  Tokens tokens(String text) {
    return tokenizer.encode(text, spec.maxLength());
  }

  /** A premise and a hypothesis as the model reads them. */
  Tokens tokens(String premise, String hypothesis) {
    if (spec.template().isEmpty()) {
      return tokenizer.encodePair(premise, hypothesis, spec.maxLength());
    }
    return tokens(
        spec.template().replace("{hypothesis}", hypothesis).replace("{premise}", premise));
  }

  /** The text whole where it fits, else runs of its sentences that do. */
  List<String> windows(String text) {
    return tokens(text).truncated()
        ? windows(text, spec.maxLength() - tokenizer.specials())
        : List.of(text);
  }

  /**
   * Runs of the sentences of {@code text} of {@code room} tokens at most, at least one sentence.
   */
  List<String> windows(String text, int room) {
    List<String> windows = new ArrayList<>();
    int start = -1;
    int end = -1;
    int used = 0;
    for (Sentences.Sentence sentence : Sentences.split(text)) {
      int tokens = tokenizer.count(sentence.text());
      if (start >= 0 && used + tokens > room) {
        windows.add(text.substring(start, end));
        start = -1;
      }
      if (start < 0) {
        start = sentence.start();
        used = 0;
      }
      end = sentence.end();
      used += tokens;
    }
    if (start >= 0) {
      windows.add(text.substring(start, end));
    }
    return windows.isEmpty() ? List.of(text) : windows;
  }

  /** One row of logits per text, in order. */
  List<float[]> logits(List<Tokens> texts) {
    float[][] all = new float[texts.size()][];
    for (int[] places : network.batches(texts, spec.batchSize())) {
      List<float[]> rows = network.logits(Arrays.stream(places).mapToObj(texts::get).toList());
      for (int row = 0; row < places.length; row++) {
        all[places[row]] = rows.get(row);
      }
    }
    return Arrays.asList(all);
  }

  /** The names of {@code outputs} outputs in the model's config.json, made up where it has none. */
  static List<String> configured(ModelFiles files, int outputs) {
    Path file = files.directory().resolve("config.json");
    List<String> names = new ArrayList<>();
    try {
      JsonNode byId =
          Files.exists(file)
              ? new ObjectMapper().readTree(file.toFile()).path("id2label")
              : new ObjectMapper().createObjectNode();
      for (int i = 0; i < outputs; i++) {
        names.add(byId.path(Integer.toString(i)).asText("label_" + i));
      }
    } catch (IOException e) {
      throw new ModelException("Cannot read '" + file + "': " + e.getMessage(), e);
    }
    return List.copyOf(names);
  }

  @Override
  public void close() {
    network.close();
    tokenizer.close();
  }
}
