package dev.assay.model.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.ModelException;
import dev.assay.model.PromptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A causal language model as an ONNX network without a cache of past states. The token that begins
 * a text ({@code bos_token_id}) stands before the first one. A text longer than a window is read in
 * windows that overlap by half, so that every token sees at least half a window before it.
 */
public final class OnnxCausalModel implements PromptedModel, AutoCloseable {
  private final CausalSpec spec;
  private final String id;
  private final ModelTokenizer tokenizer;
  private final OnnxNetwork network;
  private final long begin;

  /** Loads {@code files} onto {@code device}: {@code auto} means the CPU. */
  public OnnxCausalModel(CausalSpec spec, ModelFiles files, String device) {
    this.spec = spec;
    this.id = id(spec, files);
    this.begin = begin(files);
    this.tokenizer = new ModelTokenizer(files.tokenizer());
    try {
      this.network = OnnxNetwork.open(files.model(), device.equals("auto") ? "cpu" : device);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  /** What it calls itself; reads nothing more. */
  public static String id(CausalSpec spec, ModelFiles files) {
    return "%s@%s/%d".formatted(files.name(), files.revision(), spec.maxLength());
  }

  private static long begin(ModelFiles files) {
    Path file = files.directory().resolve("config.json");
    try {
      JsonNode token = new ObjectMapper().readTree(file.toFile()).path("bos_token_id");
      if (token.isIntegralNumber()) {
        return token.asLong();
      }
    } catch (IOException e) {
      throw new ModelException("Cannot read '" + file + "': " + e.getMessage(), e);
    }
    throw new ModelException(
        "'" + file + "' has no bos_token_id, the token that stands before a text's first");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<List<Double>> logProbabilities(List<String> texts) {
    return texts.stream().map(this::logProbabilities).toList();
  }

  private List<Double> logProbabilities(String text) {
    long[] ids = join(new long[] {begin}, tokenizer.bare(text));
    List<Double> all = new ArrayList<>();
    int done = 1; // the first token that has no probability yet
    for (int from = 0; done < ids.length; from += spec.maxLength() / 2) {
      int to = Math.min(ids.length, from + spec.maxLength());
      long[] window = Arrays.copyOfRange(ids, from, to);
      Tokens tokens = new Tokens(window, window.length, new int[0], new int[0]);
      OnnxNetwork.States states = network.run(List.of(tokens));
      for (; done < to; done++) {
        all.add(states.logProbability(done - 1 - from, (int) ids[done]));
      }
    }
    return List.copyOf(all);
  }

  @Override
  public List<Optional<Continued>> continuations(List<Prompt> prompts) {
    return prompts.stream().map(this::continued).toList();
  }

  private Optional<Continued> continued(Prompt prompt) {
    long[] scored = tokenizer.bare(prompt.continuation());
    return PromptFit.of(tokenizer, prompt, spec.maxLength() - 1 - scored.length)
        .map(fit -> new Continued(tail(fit.read(), scored), fit.cut()));
  }

  private List<Double> tail(long[] read, long[] scored) {
    List<Double> all = new ArrayList<>();
    if (scored.length == 0) {
      return all;
    }
    long[] ids = join(new long[] {begin}, read, scored);
    Tokens tokens = new Tokens(ids, ids.length, new int[0], new int[0]);
    OnnxNetwork.States states = network.run(List.of(tokens));
    for (int at = 1 + read.length; at < ids.length; at++) {
      all.add(states.logProbability(at - 1, (int) ids[at]));
    }
    return all;
  }

  private static long[] join(long[]... parts) {
    return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
  }

  @Override
  public void close() {
    network.close();
    tokenizer.close();
  }
}
