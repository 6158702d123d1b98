package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.row_number;

import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.sampling.Neighbours.Text;
import dev.assay.model.ModelException;
import dev.assay.model.onnx.OnnxProducts;
import dev.assay.reduction.InnerProducts;
import dev.assay.reduction.Products;
import dev.assay.spark.Tasks;
import dev.assay.tables.FloatRows;
import dev.assay.tables.RowValues;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterators;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.StreamSupport;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.reflect.ClassTag$;

/**
 * Finds the nearest texts among all. To bring the vectors of many texts to their strata takes
 * longer than the search: the strata are brought to the vectors, where they are small enough.
 *
 * @param texts chunk_id, stratum_id, text_hash of all chunks
 * @param few up to so many chunks vectors are joined with them and so shared out: all may lie in
 *     one file
 */
record NearestTexts(Run run, Dataset<Row> texts, long few) {
  private static final Logger LOG = LoggerFactory.getLogger(NearestTexts.class);
  private static final long FEW = 50_000;

  /** Whether ONNX Runtime did not start in this JVM. */
  private static final AtomicBoolean WITHOUT = new AtomicBoolean();

  NearestTexts(Run run, Dataset<Row> texts) {
    this(run, texts, FEW);
  }

  /** Rows of {@link Neighbours#SCHEMA}, for each anchor and side the nearest. */
  List<Row> of(Neighbours neighbours) {
    long count = texts.count();
    Optional<Broadcast<TextStrata>> strata =
        Optional.of(texts)
            .filter(all -> count > few)
            .flatMap(all -> TextStrata.of(all, count, TextStrata.MOST))
            .map(found -> shared(found, TextStrata.class));
    if (count > few && strata.isEmpty()) {
      LOG.info(
          "sample: vectors are brought to the strata of {} chunks, which takes longer than the"
              + " other way: there are more than {} texts, or one is in two strata",
          count,
          TextStrata.MOST);
    }
    Broadcast<Neighbours> wanted = shared(neighbours, Neighbours.class);
    try {
      return strata
          .map(found -> among(found, wanted))
          .orElseGet(() -> joined(wanted, count))
          .withColumn(
              "place",
              row_number()
                  .over(
                      Window.partitionBy("anchor", "inside")
                          .orderBy(col("cosine").desc(), col("text_hash"))))
          .where(col("place").leq(neighbours.k()))
          .drop("place")
          .collectAsList();
    } finally {
      wanted.destroy();
      strata.ifPresent(Broadcast::destroy);
    }
  }

  private Dataset<Row> among(Broadcast<TextStrata> strata, Broadcast<Neighbours> wanted) {
    return FloatRows.map(
        Corpora.vectors(run).select("text_hash", "vector"),
        vectors -> {
          if (!vectors.hasNext()) {
            return Collections.emptyIterator();
          }
          try (Products products = products(wanted.value().vectors())) {
            return wanted.value().nearest(texts(vectors, strata.value()), products);
          }
        },
        Neighbours.SCHEMA);
  }

  /** Which of the two makes no difference to what is found. */
  private static Products products(float[][] vectors) {
    if (vectors.length > OnnxProducts.MOST || WITHOUT.get()) {
      return new InnerProducts(vectors);
    }
    try {
      return new OnnxProducts(vectors);
    } catch (ModelException e) {
      if (!WITHOUT.getAndSet(true)) {
        LOG.warn("sample: neighbours are sought in Java, which takes longer: {}", e.getMessage());
      }
      return new InnerProducts(vectors);
    }
  }

  /** The texts among {@code vectors} (text_hash, vector): questions, say, are in no stratum. */
  private static Iterator<Text> texts(Iterator<Row> vectors, TextStrata strata) {
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(vectors, 0), false)
        .map(row -> text(row, strata.stratum(row.getAs("text_hash"))))
        .filter(text -> text.stratum() != TextStrata.NONE)
        .iterator();
  }

  private Dataset<Row> joined(Broadcast<Neighbours> wanted, long count) {
    return FloatRows.map(
        texts
            .select("text_hash", "stratum_id")
            .distinct()
            .join(Corpora.vectors(run), "text_hash")
            .select("text_hash", "stratum_id", "vector")
            .repartition(Tasks.ofVectors(count), col("text_hash")),
        rows ->
            wanted
                .value()
                .nearest(
                    StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, 0), false)
                        .map(row -> text(row, row.getAs("stratum_id")))
                        .iterator(),
                    new InnerProducts(wanted.value().vectors())),
        Neighbours.SCHEMA);
  }

  private static Text text(Row row, int stratum) {
    return new Text(row.getAs("text_hash"), stratum, RowValues.floats(row, "vector"));
  }

  private <T> Broadcast<T> shared(T value, Class<T> type) {
    return run.spark().sparkContext().broadcast(value, ClassTag$.MODULE$.apply(type));
  }
}
