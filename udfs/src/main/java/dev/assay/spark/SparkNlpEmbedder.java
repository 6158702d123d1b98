package dev.assay.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import com.johnsnowlabs.nlp.DocumentAssembler;
import com.johnsnowlabs.nlp.embeddings.BGEEmbeddings;
import dev.assay.model.ModelFiles;
import dev.assay.model.ModelSpec;
import dev.assay.model.OnnxEngine;
import dev.assay.model.Pooling;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * Engine {@code spark-nlp}: the same embeddings by Spark NLP's BGEEmbeddings, to 1e-5, with the
 * same output columns as {@link TextEmbedder}. Spark NLP holds one ONNX model per Spark context, so
 * the first model that a session loads this way is the only one it can use. A blank text has no
 * annotation and so a NULL vector.
 *
 * @param spec the model; pooling and normalisation follow Spark NLP's own (cls or mean, unit
 *     length)
 * @param inputCol column with the texts
 * @param outputCol column for the vectors
 */
public record SparkNlpEmbedder(ModelSpec spec, String inputCol, String outputCol) {

  public SparkNlpEmbedder {
    if (!spec.normalise()) {
      throw new IllegalArgumentException(
          "models.embedder: engine spark-nlp always gives vectors of unit length; set normalise ="
              + " true or engine = onnx");
    }
  }

  /** From column {@code text} to {@code vector, n_tokens, truncated}. */
  public SparkNlpEmbedder(ModelSpec spec) {
    this(spec, "text", "vector");
  }

  /** {@code texts} with vector, number of tokens and whether the text was cut. */
  public Dataset<Row> transform(Dataset<Row> texts) {
    Columns.requireText(texts.schema(), inputCol, "SparkNlpEmbedder");
    Columns.requireFree(texts.schema(), outputCol, "SparkNlpEmbedder");
    OnnxEngine.start();
    ModelFiles files = ModelLocation.files(spec.source());
    BGEEmbeddings embeddings =
        BGEEmbeddings.loadSavedModel(SparkNlpFolder.of(files).toString(), texts.sparkSession());
    embeddings.setUseCLSToken(spec.pooling() == Pooling.CLS);
    embeddings.setMaxSentenceLength(spec.maxLength());
    embeddings.setCaseSensitive(false);
    embeddings.setBatchSize(spec.batchSize());
    embeddings.setInputCols(new String[] {"__document"});
    embeddings.setOutputCol("__embedding");
    DocumentAssembler assembler = new DocumentAssembler();
    assembler.setInputCol(inputCol);
    assembler.setOutputCol("__document");
    Column tokens = udf(tokens(spec), DataTypes.IntegerType).apply(col(inputCol));
    return embeddings
        .transform(assembler.transform(texts))
        .withColumn(outputCol, col("__embedding").getItem(0).getField("embeddings"))
        .withColumn("n_tokens", tokens)
        .withColumn("truncated", col("n_tokens").gt(spec.maxLength()))
        .drop("__document", "__embedding");
  }

  private static UDF1<String, Integer> tokens(ModelSpec spec) {
    return text -> text == null ? null : ExecutorModels.tokens(spec, text);
  }
}
