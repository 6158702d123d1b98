package dev.assay.spark;

import static org.apache.spark.sql.functions.col;

import dev.assay.core.Passage;
import dev.assay.model.Embedder;
import dev.assay.systems.CosineScorer;
import dev.assay.systems.DenseRetriever;
import dev.assay.systems.EmbeddedSystem;
import dev.assay.systems.ExtractiveAnswerer;
import dev.assay.systems.Faults;
import dev.assay.systems.OverlapScorer;
import dev.assay.systems.SparseRetriever;
import dev.assay.systems.SystemAnswer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/**
 * An embedded demonstration system inside Spark.
 *
 * @param corpus what it knows
 * @param retriever {@code dense} or {@code sparse}
 * @param topK contexts it retrieves
 * @param sentences sentences in an answer
 * @param faults rate of planted faults; 0 plants none and records nothing
 * @param seed of the faults
 * @param source the executor's models
 */
public record EmbeddedAnswering(
    Broadcast<IndexedCorpus> corpus,
    String retriever,
    int topK,
    int sentences,
    double faults,
    long seed,
    ModelsSource source)
    implements Serializable {

  private static final int BATCH = 64;
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, fingerprint STRING, answer STRING, contexts"
              + " ARRAY<STRUCT<chunk_id:STRING,doc_id:STRING,text:STRING,rank:INT,score:DOUBLE>>,"
              + " latency_ms DOUBLE, attributes MAP<STRING,STRING>");

  /**
   * Answers {@code cases} (case_id, system, repeat, fingerprint, question, facts). The latency is
   * the batch's time shared out evenly over its questions.
   */
  public Dataset<Row> apply(Dataset<Row> cases) {
    return cases
        .select("case_id", "system", "repeat", "fingerprint", "question", "facts", "group_id")
        .repartition(cases.sparkSession().sparkContext().defaultParallelism(), col("group_id"))
        .sortWithinPartitions("case_id", "repeat")
        .mapPartitions((MapPartitionsFunction<Row, Row>) this::batches, Encoders.row(SCHEMA));
  }

  private Iterator<Row> batches(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return rows;
    }
    IndexedCorpus index = corpus.value();
    EmbeddedSystem system = system(index);
    Faults planter = new Faults(faults, seed, index.mentions(), index.chunks());
    return new Batches<>(rows, BATCH, batch -> answer(batch, system, planter));
  }

  private EmbeddedSystem system(IndexedCorpus index) {
    if (retriever.equals("sparse")) {
      return new EmbeddedSystem(
          new SparseRetriever(index.bm25()),
          new ExtractiveAnswerer(new OverlapScorer(index.bm25()), sentences),
          topK);
    }
    Embedder embedder = source.models().embedder();
    return new EmbeddedSystem(
        new DenseRetriever(index.chunks(), index.embeddings(), embedder),
        new ExtractiveAnswerer(new CosineScorer(embedder), sentences),
        topK);
  }

  private List<Row> answer(List<Row> batch, EmbeddedSystem system, Faults planter) {
    long start = System.nanoTime();
    List<SystemAnswer> answers =
        system.answer(batch.stream().map(row -> row.<String>getAs("question")).toList());
    double millis = (System.nanoTime() - start) / 1e6 / batch.size();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Row row = batch.get(i);
      SystemAnswer answer = answers.get(i);
      // Every demonstration answer records whether a fault was planted, so that its truth is known.
      answer = planter.plant(row.getAs("case_id"), answer, row.getList(row.fieldIndex("facts")));
      rows.add(
          RowFactory.create(
              row.getAs("case_id"),
              row.getAs("system"),
              row.getAs("repeat"),
              row.getAs("fingerprint"),
              answer.answer(),
              answer.contexts().stream().map(EmbeddedAnswering::row).toArray(Row[]::new),
              millis,
              JavaConverters.mapAsScalaMap(answer.attributes())));
    }
    return rows;
  }

  private static Row row(Passage passage) {
    return RowFactory.create(
        passage.chunkId(),
        passage.docId(),
        passage.text(),
        passage.rank(),
        passage.score().isPresent() ? passage.score().getAsDouble() : null);
  }
}
