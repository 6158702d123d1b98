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
 * An encoder-decoder such as T5 as one ONNX network without a cache of past states: the encoder
 * reads the prompt, the decoder is asked for the continuation and the token that ends it, which
 * counts, as with GPTScore's authors. It says nothing of a text on its own.
 */
public final class OnnxEncoderDecoder implements PromptedModel, AutoCloseable {
  private final CausalSpec spec;
  private final String id;
  private final ModelTokenizer tokenizer;
  private final OnnxNetwork network;
  private final long start;
  private final long end;

  /** Loads {@code files} onto {@code device}: {@code auto} means the CPU. */
  public OnnxEncoderDecoder(CausalSpec spec, ModelFiles files, String device) {
    this.spec = spec;
    this.id = OnnxCausalModel.id(spec, files);
    this.start = token(files, "decoder_start_token_id");
    this.end = token(files, "eos_token_id");
    this.tokenizer = new ModelTokenizer(files.tokenizer());
    try {
      this.network =
          OnnxNetwork.openEncoderDecoder(files.model(), device.equals("auto") ? "cpu" : device);
    } catch (RuntimeException e) {
      tokenizer.close();
      throw e;
    }
  }

  private static long token(ModelFiles files, String name) {
    Path file = files.directory().resolve("config.json");
    try {
      JsonNode token = new ObjectMapper().readTree(file.toFile()).path(name);
      if (token.isIntegralNumber()) {
        return token.asLong();
      }
    } catch (IOException e) {
      throw new ModelException("Cannot read '" + file + "': " + e.getMessage(), e);
    }
    throw new ModelException(
        "'%s' has no %s; an encoder-decoder has decoder_start_token_id and eos_token_id"
            .formatted(file, name));
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public boolean readsAlone() {
    return false;
  }

  @Override
  public List<List<Double>> logProbabilities(List<String> texts) {
    throw new ModelException("The encoder-decoder " + id + " scores texts after a prompt only");
  }

  @Override
  public List<Optional<Continued>> continuations(List<Prompt> prompts) {
    return prompts.stream().map(this::continued).toList();
  }

  private Optional<Continued> continued(Prompt prompt) {
    long[] bare = tokenizer.bare(prompt.continuation());
    if (bare.length == 0) {
      return Optional.of(new Continued(List.of(), false));
    }
    if (bare.length + 1 > spec.maxLength()) {
      return Optional.empty();
    }
    return PromptFit.of(tokenizer, prompt, spec.maxLength() - 1)
        .map(fit -> new Continued(scores(fit.read(), bare), fit.cut()));
  }

  private List<Double> scores(long[] read, long[] bare) {
    long[] scored = Arrays.copyOf(bare, bare.length + 1);
    scored[bare.length] = end;
    long[] written = new long[scored.length];
    written[0] = start;
    System.arraycopy(scored, 0, written, 1, bare.length);
    long[] ended = Arrays.copyOf(read, read.length + 1);
    ended[read.length] = end;
    OnnxNetwork.States states = network.written(tokens(ended), tokens(written));
    List<Double> all = new ArrayList<>();
    for (int at = 0; at < scored.length; at++) {
      all.add(states.logProbability(at, (int) scored[at]));
    }
    return all;
  }

  private static Tokens tokens(long[] ids) {
    return new Tokens(ids, ids.length, new int[0], new int[0]);
  }

  @Override
  public void close() {
    network.close();
    tokenizer.close();
  }
}
