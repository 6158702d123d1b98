package dev.assay.spark;

import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.Pooling;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Adds the embedding of a text column, its number of tokens and whether it was cut. One model per
 * executor and device, whatever the number of tasks; partitions are worked through in windows
 * sorted by length. A NULL text has NULL everywhere. An empty partition loads no model. The vectors
 * do not depend on partitioning.
 *
 * <p>With engine {@code spark-nlp}, {@link SparkNlpEmbedder} computes the same columns.
 *
 * <p>The parameters are those of DJL's Spark extension: engine, model URL, batch size, input and
 * output column, pooling, normalise, maximum length.
 */
public final class TextEmbedder extends Transformer implements DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final Param<String> engine;
  private final Param<String> modelUrl;
  private final Param<String> pooling;
  private final BooleanParam normalise;
  private final IntParam maxLength;
  private final IntParam batchSize;
  private final Param<String> device;
  private final Param<String> precision;
  private final Param<String> inputCol;
  private final Param<String> outputCol;
  private final Param<String> tokensCol;
  private final Param<String> truncatedCol;
  private final IntParam window;

  /** The bundled model from column {@code text} to {@code vector, n_tokens, truncated}. */
  public TextEmbedder() {
    this(Identifiable$.MODULE$.randomUID("textEmbedder"));
  }

  /** As the other constructor, under a given id: Spark ML's readers call it. */
  public TextEmbedder(String uid) {
    this.uid = uid;
    engine = text("engine", "onnx, or spark-nlp: Spark NLP's BGEEmbeddings on the same files");
    modelUrl = text("modelUrl", "bundled:NAME, or directory or URI with model.onnx");
    pooling = text("pooling", "cls or mean");
    normalise = new BooleanParam(this, "normalise", "scale vectors to unit length");
    maxLength = new IntParam(this, "maxLength", "tokens that the model reads");
    batchSize = new IntParam(this, "batchSize", "texts in one run of the model");
    device = text("device", "auto, cpu or gpu:N");
    precision = text("precision", "fp32 or int8");
    inputCol = text("inputCol", "column with the texts");
    outputCol = text("outputCol", "column for the vectors, array<float>");
    tokensCol = text("tokensCol", "column for the number of tokens of the whole text");
    truncatedCol = text("truncatedCol", "column for whether the text was cut");
    window = new IntParam(this, "window", "rows that are sorted by length together");
    setSpec(ModelSpec.bgeSmall());
    set(inputCol, "text");
    set(outputCol, "vector");
    set(tokensCol, "n_tokens");
    set(truncatedCol, "truncated");
    set(window, (Object) 2048);
  }

  /** Takes engine, model, pooling, normalise, maximum length, batch size, device and precision. */
  public TextEmbedder setSpec(ModelSpec spec) {
    set(engine, spec.engine());
    set(modelUrl, spec.source());
    set(pooling, spec.pooling().id());
    set(normalise, (Object) spec.normalise());
    set(maxLength, (Object) spec.maxLength());
    set(batchSize, (Object) spec.batchSize());
    set(device, spec.device());
    set(precision, spec.precision());
    return this;
  }

  /** The model that the parameters name. */
  public ModelSpec spec() {
    return new ModelSpec(
        $(engine),
        $(modelUrl),
        Pooling.of($(pooling)),
        (Boolean) $(normalise),
        (Integer) $(maxLength),
        (Integer) $(batchSize),
        $(device),
        $(precision));
  }

  /** Column with the texts; default {@code text}. */
  public TextEmbedder setInputCol(String name) {
    set(inputCol, name);
    return this;
  }

  /** Column for the vectors; default {@code vector}. */
  public TextEmbedder setOutputCol(String name) {
    set(outputCol, name);
    return this;
  }

  /** Rows of a partition that are sorted by length and computed together; default 2048. */
  public TextEmbedder setWindow(int rows) {
    set(window, (Object) rows);
    return this;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    ModelSpec spec = spec();
    if (spec.engine().equals(ModelSpec.SPARK_NLP)) {
      return new SparkNlpEmbedder(spec, $(inputCol), $(outputCol), $(tokensCol), $(truncatedCol))
          .transform(dataset.toDF());
    }
    return OnGpus.of(
        dataset
            .toDF()
            .mapPartitions(
                new EmbedPartition(
                    spec,
                    schema,
                    $(inputCol),
                    $(outputCol),
                    $(tokensCol),
                    $(truncatedCol),
                    (Integer) $(window)),
                Encoders.row(schema)));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    Columns.requireText(schema, $(inputCol), "TextEmbedder");
    StructType extended = schema;
    for (Param<String> column : java.util.List.of(outputCol, tokensCol, truncatedCol)) {
      Columns.requireFree(extended, $(column), "TextEmbedder." + column.name());
      extended =
          extended.add(
              $(column),
              column == outputCol
                  ? DataTypes.createArrayType(DataTypes.FloatType, false)
                  : column == tokensCol ? DataTypes.IntegerType : DataTypes.BooleanType);
    }
    return extended;
  }

  @Override
  public TextEmbedder copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Reads what {@code write()} has saved; Spark ML's pipelines find it by name. */
  public static MLReader<TextEmbedder> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads an embedder saved at {@code path}. */
  public static TextEmbedder load(String path) {
    return read().load(path);
  }

  private Param<String> text(String name, String meaning) {
    return new Param<>(this, name, meaning);
  }

  public Param<String> engine() {
    return engine;
  }

  public Param<String> modelUrl() {
    return modelUrl;
  }

  public Param<String> pooling() {
    return pooling;
  }

  public BooleanParam normalise() {
    return normalise;
  }

  public IntParam maxLength() {
    return maxLength;
  }

  public IntParam batchSize() {
    return batchSize;
  }

  public Param<String> device() {
    return device;
  }

  public Param<String> precision() {
    return precision;
  }

  public Param<String> inputCol() {
    return inputCol;
  }

  public Param<String> outputCol() {
    return outputCol;
  }

  public Param<String> tokensCol() {
    return tokensCol;
  }

  public Param<String> truncatedCol() {
    return truncatedCol;
  }

  public IntParam window() {
    return window;
  }
}
