package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.cases.IndexNoise;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.perturb.TextNoise;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * The corpus as the index of a system has it whose documents came changed: every chunk under its
 * id, with noise in its text and the vector of that. The corpus itself stays as it is.
 */
final class NoisyIndex {
  private NoisyIndex() {}

  /** chunk_id, doc_id, text, vector of all chunks; texts without a vector get one first. */
  static Dataset<Row> of(Run run, IndexNoise noise) {
    long seed = run.config().run().seed();
    Dataset<Row> changed =
        run.store()
            .read(Tables.CHUNKS)
            .select(
                col("chunk_id"),
                col("doc_id"),
                col("text").as("was"),
                functions
                    .udf(
                        (UDF2<String, String, String>)
                            (text, id) -> new TextNoise(noise.chain(), seed).of(text, id),
                        DataTypes.StringType)
                    .apply(col("text"), col("chunk_id"))
                    .as("text"))
            .withColumn("text_hash", Keys.hash(col("text")))
            .transform(Kept::cut);
    System.err.printf(
        "%s: an index has noise in %,d of %,d chunks: %s%n",
        run.stage(), changed.where("text <> was").count(), changed.count(), noise);
    Embed.missing(run, changed.select("text", "text_hash").distinct());
    return changed.join(
        run.store()
            .read(Tables.EMBEDDINGS)
            .where(col("model").equalTo(ModelSettings.embedderId(run.config().models())))
            .select("text_hash", "vector"),
        "text_hash");
  }
}
