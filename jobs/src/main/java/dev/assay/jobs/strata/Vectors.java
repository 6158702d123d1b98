package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Hashes;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.strata.StratumRows.Drawn;
import dev.assay.reduction.Units;
import dev.assay.spark.Kept;
import dev.assay.spark.Tasks;
import java.util.Arrays;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.sketch.BloomFilter;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.reflect.ClassTag$;

/**
 * The vectors of chunks. To bring those of many chunks to them takes longer than what is done with
 * a vector: it is done once for each text where the vectors are, and what comes of it is joined
 * with the chunks.
 *
 * @param chunks chunk_id, text_hash
 * @param few up to so many chunks vectors are joined with them and shared out: all may lie in one
 *     file
 */
record Vectors(Run run, Dataset<Row> chunks, long few) {
  private static final long FEW = 50_000;

  /** Share of other texts (questions, say) whose vectors are looked at as well. */
  private static final double OTHERS = 0.01;

  /** Tasks that bring a filter of all texts to the driver: 12 MB each for ten million. */
  private static final int PARTS = 16;

  Vectors(Run run, Dataset<Row> chunks) {
    this(run, chunks, FEW);
  }

  /** How many of the chunks are unlike what a fit has seen. */
  long far(Familiar familiar) {
    Dataset<Row> far =
        own()
            .where(
                udf(
                        (UDF1<Seq<Float>, Boolean>)
                            vector -> familiar.far(Units.of(JavaConverters.seqAsJavaList(vector))),
                        DataTypes.BooleanType)
                    .apply(col("vector")))
            .select("text_hash");
    return chunks.join(far, "text_hash").count();
  }

  /**
   * The chunks as chunk_id, label, distance, x, y, computed once.
   *
   * @param drawn which of them get a place on the map; x and y of the others are NULL
   */
  Dataset<Row> placed(Clustering clustering, Drawn drawn) {
    long all = chunks.count();
    if (all <= few) {
      Dataset<Row> rows = chunks.join(Corpora.vectors(run), "text_hash");
      return StratumRows.placed(
          rows.repartition(Tasks.ofVectors(all), col("chunk_id")), clustering, drawn);
    }
    UserDefinedFunction has = udf((UDF1<String, Boolean>) drawn::test, DataTypes.BooleanType);
    Dataset<Row> texts = own().select(col("text_hash").as("chunk_id"), col("vector"));
    Dataset<Row> placed =
        StratumRows.places(texts, clustering, texts(drawn, has))
            .withColumnRenamed("chunk_id", "text_hash");
    return chunks
        .join(placed, "text_hash")
        .withColumn("drawn", has.apply(col("chunk_id")))
        .select(
            col("chunk_id"),
            col("label"),
            col("distance"),
            when(col("drawn"), col("x")).as("x"),
            when(col("drawn"), col("y")).as("y"))
        .transform(Kept::cut);
  }

  /** Texts that a drawn chunk has, and others where eight bytes of their hashes are the same. */
  private Drawn texts(Drawn drawn, UserDefinedFunction has) {
    if (drawn.all()) {
      return drawn;
    }
    UserDefinedFunction number = udf((UDF1<String, Long>) Hashes::beginning, DataTypes.LongType);
    long[] hashes =
        chunks
            .where(has.apply(col("chunk_id")))
            .select(number.apply(col("text_hash")).as("number"))
            .collectAsList()
            .stream()
            .mapToLong(row -> row.<Long>getAs("number"))
            .sorted()
            .toArray();
    Broadcast<long[]> shared = shared(hashes, long[].class);
    return text -> Arrays.binarySearch(shared.value(), Hashes.beginning(text)) >= 0;
  }

  /** text_hash, vector of the chunks' texts, and of few others; none is brought anywhere. */
  private Dataset<Row> own() {
    Broadcast<BloomFilter> texts =
        shared(
            chunks
                .select("text_hash")
                .coalesce(PARTS)
                .stat()
                .bloomFilter("text_hash", Math.max(1, chunks.count()), OTHERS),
            BloomFilter.class);
    UserDefinedFunction known =
        udf(
            (UDF1<String, Boolean>) hash -> texts.value().mightContainString(hash),
            DataTypes.BooleanType);
    return Corpora.vectors(run).select("text_hash", "vector").where(known.apply(col("text_hash")));
  }

  private <T> Broadcast<T> shared(T value, Class<T> type) {
    return run.spark().sparkContext().broadcast(value, ClassTag$.MODULE$.apply(type));
  }
}
