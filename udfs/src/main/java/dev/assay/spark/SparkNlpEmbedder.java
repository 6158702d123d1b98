package dev.assay.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import com.johnsnowlabs.nlp.DocumentAssembler;
import com.johnsnowlabs.nlp.embeddings.BGEEmbeddings;
import dev.assay.model.onnx.ModelFiles;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEngine;
import dev.assay.model.onnx.Pooling;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.spark.models.ModelLocation;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * Engine {@code spark-nlp}: the same embeddings by Spark NLP's BGEEmbeddings, to 1e-5, with the
 * same output columns as {@link TextEmbedder}. Spark NLP holds one ONNX model per Spark context: do
 * not use two models this way in one session. A blank text has no annotation and so a NULL vector.
 *
 * @param spec the model; always of unit length, on the device that Spark NLP's own settings choose
 * @param inputCol column with the texts
 * @param outputCol column for the vectors
 * @param tokensCol column for the number of tokens of the whole text
 * @param truncatedCol column for whether the text was cut
 */
public record SparkNlpEmbedder(
    ModelSpec spec, String inputCol, String outputCol, String tokensCol, String truncatedCol) {
  private static final String DOCUMENT = "__assay_document";
  private static final String EMBEDDING = "__assay_embedding";

  /** Imported models: an import takes seconds and broadcasts the whole network. */
  private static final ConcurrentMap<String, BGEEmbeddings> IMPORTED = new ConcurrentHashMap<>();

  public SparkNlpEmbedder {
    if (!spec.normalise() || spec.maxLength() > 512) {
      throw new IllegalArgumentException(
          "models.embedder: engine spark-nlp gives vectors of unit length and reads 512 tokens at"
              + " most; set normalise = true and max-length = 512 or less, or engine = onnx");
    }
  }

  /** From column {@code text} to {@code vector, n_tokens, truncated}. */
  public SparkNlpEmbedder(ModelSpec spec) {
    this(spec, "text", "vector", "n_tokens", "truncated");
  }

  /** {@code texts} with vector, number of tokens and whether the text was cut. */
  public Dataset<Row> transform(Dataset<Row> texts) {
    Columns.requireText(texts.schema(), inputCol, "SparkNlpEmbedder");
    Columns.requireFree(texts.schema(), outputCol, "SparkNlpEmbedder");
    BGEEmbeddings embeddings = imported(texts.sparkSession());
    DocumentAssembler assembler = new DocumentAssembler();
    assembler.setInputCol(inputCol);
    assembler.setOutputCol(DOCUMENT);
    Column tokens = udf(tokens(spec), DataTypes.IntegerType).apply(col(inputCol));
    return embeddings
        .transform(assembler.transform(texts))
        .withColumn(outputCol, col(EMBEDDING).getItem(0).getField("embeddings"))
        .withColumn(tokensCol, tokens)
        .withColumn(truncatedCol, col(tokensCol).gt(spec.maxLength()))
        .drop(DOCUMENT, EMBEDDING);
  }

  private BGEEmbeddings imported(SparkSession spark) {
    return IMPORTED.computeIfAbsent(
        spark.sparkContext().applicationId() + spec,
        key -> {
          OnnxEngine.start();
          ModelFiles files = ModelLocation.files(spec.source());
          BGEEmbeddings embeddings =
              BGEEmbeddings.loadSavedModel(SparkNlpFolder.of(files).toString(), spark);
          embeddings.setUseCLSToken(spec.pooling() == Pooling.CLS);
          embeddings.setMaxSentenceLength(spec.maxLength());
          embeddings.setCaseSensitive(false);
          embeddings.setBatchSize(spec.batchSize());
          embeddings.setInputCols(new String[] {DOCUMENT});
          embeddings.setOutputCol(EMBEDDING);
          return embeddings;
        });
  }

  private static UDF1<String, Integer> tokens(ModelSpec spec) {
    return text -> text == null ? null : ExecutorModels.tokens(spec, text);
  }
}
