package dev.assay.model.onnx;

import java.io.Serializable;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which embedding model to load, and how its output becomes vectors.
 *
 * @param engine {@link #ONNX}, or {@link #SPARK_NLP} where Spark NLP runs the same file
 * @param source {@code bundled:NAME} for a model that a jar carries ({@code NAME.onnx} and {@code
 *     NAME-tokenizer.json}), or a directory with {@code model.onnx} and {@code tokenizer.json};
 *     inside Spark also a URI that Hadoop's file systems read
 * @param pooling how token vectors become one
 * @param normalise whether vectors are scaled to unit length, which every similarity here assumes
 * @param maxLength tokens that the model reads, special tokens included, at least 3; a longer text
 *     is cut there and says so
 * @param batchSize texts of one run of the model, from 1; 8 to 16 is fastest on CPUs
 * @param device {@code auto} (the GPU that Spark gave the task, else the CPU), {@code cpu}, {@code
 *     cuda} (the GPU that Spark gave the task, and no other place), or {@code gpu:N}
 * @param precision {@link #FP32}, or {@link #INT8}: products with weights in integers, on CPUs
 */
public record ModelSpec(
    String engine,
    String source,
    Pooling pooling,
    boolean normalise,
    int maxLength,
    int batchSize,
    String device,
    String precision)
    implements Serializable {

  /** ONNX Runtime under DJL. */
  public static final String ONNX = "onnx";

  /** Spark NLP's BGEEmbeddings. */
  public static final String SPARK_NLP = "spark-nlp";

  /** Prefix of a source that a jar on the class path carries. */
  public static final String BUNDLED = "bundled:";

  /** The device that leaves the choice to where the model runs. */
  public static final String AUTO = "auto";

  /** The device that Spark gave the task, whatever it costs to have none. */
  public static final String CUDA = "cuda";

  /** The CPU with the padded batches of a GPU: what tests and benchmarks try these by. */
  public static final String PADDED_CPU = "cpu:padded";

  /** 32-bit floats, as the file has them. */
  public static final String FP32 = "fp32";

  /** Products with weights in eight-bit integers. */
  public static final String INT8 = "int8";

  private static final Pattern DEVICE = Pattern.compile("auto|cpu|cuda|gpu:\\d{1,4}|" + PADDED_CPU);

  public ModelSpec {
    require(engine.equals(ONNX) || engine.equals(SPARK_NLP), "engine", engine, "onnx, spark-nlp");
    require(!source.isBlank(), "source", source, "bundled:NAME, or a directory");
    require(maxLength >= 3, "maxLength", maxLength, "3 tokens or more");
    require(batchSize >= 1, "batchSize", batchSize, "1 text or more");
    require(DEVICE.matcher(device).matches(), "device", device, "auto, cpu, cuda, gpu:N");
    require(List.of(FP32, INT8).contains(precision), "precision", precision, "fp32, int8");
  }

  /** In 32-bit floats. */
  public ModelSpec(
      String engine,
      String source,
      Pooling pooling,
      boolean normalise,
      int maxLength,
      int batchSize,
      String device) {
    this(engine, source, pooling, normalise, maxLength, batchSize, device, FP32);
  }

  /** BAAI's bge-small-en-v1.5 in 32-bit floats, as the class path carries it. */
  public static ModelSpec bgeSmall() {
    return new ModelSpec(
        ONNX, BUNDLED + "bge-small-en-v1.5", Pooling.CLS, true, 512, 16, AUTO, FP32);
  }

  /** The same model under {@code other}. */
  public ModelSpec withEngine(String other) {
    return new ModelSpec(
        other, source, pooling, normalise, maxLength, batchSize, device, precision);
  }

  /** The same model from {@code other}. */
  public ModelSpec withSource(String other) {
    return new ModelSpec(
        engine, other, pooling, normalise, maxLength, batchSize, device, precision);
  }

  /** The same model on {@code other}. */
  public ModelSpec withDevice(String other) {
    return new ModelSpec(
        engine, source, pooling, normalise, maxLength, batchSize, other, precision);
  }

  /** The same model in {@code other} precision. */
  public ModelSpec withPrecision(String other) {
    return new ModelSpec(engine, source, pooling, normalise, maxLength, batchSize, device, other);
  }

  private static void require(boolean holds, String name, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "Embedding model: " + name + " = '" + value + "'; allowed: " + allowed);
    }
  }
}
