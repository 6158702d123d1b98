package dev.assay.model.onnx;

import ai.djl.Device;
import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.ParameterStore;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.assay.model.ModelException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A text network in one ONNX Runtime session, under DJL. Each call runs on the caller's thread with
 * no threads of its own, so as many callers as there are cores use the machine fully. Texts of a
 * network with {@link DynamicRange} run one by one.
 */
final class OnnxNetwork implements AutoCloseable {
  private static final Set<String> INPUTS =
      Set.of("input_ids", "attention_mask", "token_type_ids", "position_ids");

  /** How the inputs of an encoder-decoder begin that are about what it writes. */
  private static final String WRITTEN = "decoder_";

  private final Path file;
  private final SessionOptions options;
  private final Model model;
  private final List<String> inputs;
  private final boolean oneByOne;
  private final boolean padded;

  private OnnxNetwork(Path file, SessionOptions options, Model model, String device) {
    this.file = file;
    this.options = options;
    this.model = model;
    this.inputs = model.getBlock().describeInput().keys();
    this.oneByOne = DynamicRange.in(file);
    this.padded =
        (device.startsWith("gpu") || device.equals(ModelSpec.PADDED_CPU))
            && !oneByOne
            && inputs.contains(NetworkInputs.MASK);
  }

  /**
   * Loads {@code file} onto {@code device}: {@code cpu}, {@code gpu:N} or {@link
   * ModelSpec#PADDED_CPU}.
   */
  static OnnxNetwork open(Path file, String device) {
    return open(file, device, INPUTS);
  }

  /** The same for an encoder-decoder, which has {@code decoder_input_ids} besides. */
  static OnnxNetwork openEncoderDecoder(Path file, String device) {
    return open(
        file,
        device,
        Set.of("input_ids", "attention_mask", "decoder_input_ids", "decoder_attention_mask"));
  }

  private static OnnxNetwork open(Path file, String device, Set<String> known) {
    OnnxEngine.start();
    try {
      SessionOptions options = new SessionOptions();
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      Model model = Model.newInstance("network", device(device), OnnxEngine.NAME);
      try {
        model.load(
            file.getParent(), file.getFileName().toString(), Map.of("sessionOptions", options));
        OnnxNetwork network = new OnnxNetwork(file, options, model, device);
        network.checkInputs(known);
        return network;
      } catch (IOException | MalformedModelException | RuntimeException e) {
        model.close();
        options.close();
        throw e;
      }
    } catch (ModelException e) {
      throw e;
    } catch (IOException | MalformedModelException | OrtException | RuntimeException e) {
      throw new ModelException(
          "Cannot load the network '%s' on %s: %s%s"
              .formatted(file, device, rootMessage(e), hint(device)),
          e);
    }
  }

  /**
   * The places of {@code texts} in batches that may run together: of one length on a CPU, so that a
   * text's bits do not depend on its neighbours; on a GPU by tokens, with padding.
   *
   * @param batchSize texts of a batch; long ones are fewer, and short ones more on a GPU
   */
  List<int[]> batches(List<Tokens> texts, int batchSize) {
    return padded ? TokenBudget.batches(texts, batchSize) : SameLength.batches(texts, batchSize);
  }

  /**
   * The states of the last layer, row-major, and their shape {@code [texts, tokens, dimension]}.
   */
  @SuppressWarnings("ArrayRecordComponent") // consumed at once, never compared
  record States(float[] values, int tokens, int dimension) {

    /** Where those of a text begin. */
    int start(int row) {
      return row * tokens * dimension;
    }

    /** Those of one text alone, without padding. */
    States of(int row, int length) {
      int start = start(row);
      return new States(
          Arrays.copyOfRange(values, start, start + length * dimension), length, dimension);
    }

    /** Where they are scores of a vocabulary: log softmax of those at {@code place}. */
    double logProbability(int place, int token) {
      int start = place * dimension;
      double highest = Double.NEGATIVE_INFINITY;
      for (int v = 0; v < dimension; v++) {
        highest = Math.max(highest, values[start + v]);
      }
      double sum = 0;
      for (int v = 0; v < dimension; v++) {
        sum += Math.exp(values[start + v] - highest);
      }
      return values[start + token] - highest - Math.log(sum);
    }
  }

  /** Runs the texts of one of {@link #batches}. */
  States run(List<Tokens> batch) {
    int tokens = NetworkInputs.longest(batch);
    Answer answer = answer(batch);
    Shape output = answer.shape();
    if (output.dimension() != 3 || output.get(0) != batch.size() || output.get(1) != tokens) {
      throw new ModelException(
          ("The network '%s' answers with shape %s; an embedding or language model answers"
                  + " [texts, tokens, dimension]")
              .formatted(file, output));
    }
    return new States(answer.values(), tokens, Math.toIntExact(output.get(2)));
  }

  /** What an encoder-decoder that has read one text scores at each place of what it writes. */
  States written(Tokens read, Tokens written) {
    Answer answer = answer(List.of(read), List.of(written));
    Shape output = answer.shape();
    if (output.dimension() != 3 || output.get(1) != written.ids().length) {
      throw new ModelException(
          ("The network '%s' answers with shape %s; an encoder-decoder answers"
                  + " [texts, tokens, vocabulary] first")
              .formatted(file, output));
    }
    return new States(answer.values(), written.ids().length, Math.toIntExact(output.get(2)));
  }

  /** The logits of a classifier, one row a text of one of {@link #batches}. */
  List<float[]> logits(List<Tokens> batch) {
    Answer answer = answer(batch);
    Shape output = answer.shape();
    if (output.dimension() != 2 || output.get(0) != batch.size()) {
      throw new ModelException(
          "The network '%s' answers with shape %s; a classifier answers [texts, labels]"
              .formatted(file, output));
    }
    int labels = Math.toIntExact(output.get(1));
    return IntStream.range(0, batch.size())
        .mapToObj(row -> Arrays.copyOfRange(answer.values(), row * labels, (row + 1) * labels))
        .toList();
  }

  @SuppressWarnings("ArrayRecordComponent") // consumed at once, never compared
  private record Answer(float[] values, Shape shape) {}

  private Answer answer(List<Tokens> batch) {
    if (!oneByOne || batch.size() == 1) {
      return answer(batch, batch);
    }
    List<Answer> rows = batch.stream().map(List::of).map(text -> answer(text, text)).toList();
    long[] shape = rows.get(0).shape().getShape().clone();
    shape[0] = batch.size();
    FloatBuffer values = FloatBuffer.allocate(rows.size() * rows.get(0).values().length);
    rows.forEach(row -> values.put(row.values()));
    return new Answer(values.array(), new Shape(shape));
  }

  private Answer answer(List<Tokens> batch, List<Tokens> written) {
    return Inferences.run(() -> computed(batch, written));
  }

  private Answer computed(List<Tokens> batch, List<Tokens> written) {
    int tokens = NetworkInputs.longest(batch);
    try (NDManager manager = model.getNDManager().newSubManager()) {
      NDList arguments = new NDList();
      for (String input : inputs) {
        boolean writes = input.startsWith(WRITTEN);
        List<Tokens> side = writes ? written : batch;
        int length = NetworkInputs.longest(side);
        NDArray array =
            manager.create(
                NetworkInputs.values(
                    writes ? input.substring(WRITTEN.length()) : input, side, length),
                new Shape(side.size(), length),
                DataType.INT64);
        array.setName(input);
        arguments.add(array);
      }
      NDList results =
          model.getBlock().forward(new ParameterStore(manager, false), arguments, false);
      try (NDArray states = results.head()) {
        return new Answer(states.toFloatArray(), states.getShape());
      } finally {
        results.close();
      }
    } catch (EngineException e) {
      throw new ModelException(
          ("The network '%s' failed on %d texts of %d tokens: %s. If it reads fewer tokens, lower"
                  + " the model's max-length.")
              .formatted(file, batch.size(), tokens, rootMessage(e)),
          e);
    }
  }

  private static Device device(String name) {
    return name.startsWith("cpu")
        ? Device.cpu()
        : Device.gpu(Integer.parseInt(name.substring("gpu:".length())));
  }

  private void checkInputs(Set<String> known) {
    boolean writes = known.contains(WRITTEN + "input_ids");
    if (!inputs.contains("input_ids")
        || !known.containsAll(inputs)
        || writes && !inputs.contains(WRITTEN + "input_ids")) {
      throw new ModelException(
          "The network '%s' wants inputs %s; %s"
              .formatted(
                  file,
                  inputs,
                  writes
                      ? "an encoder-decoder has input_ids and decoder_input_ids and may have"
                          + " attention_mask and decoder_attention_mask"
                      : "a text model has input_ids and may have attention_mask, token_type_ids,"
                          + " position_ids"));
    }
  }

  private static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString();
  }

  private static String hint(String device) {
    return device.startsWith("gpu")
        ? ". A GPU needs the build with -Pgpu (onnxruntime_gpu) and CUDA on the executor; set"
            + " models.device = cpu to do without"
        : "";
  }

  @Override
  public void close() {
    model.close();
    options.close();
  }
}
