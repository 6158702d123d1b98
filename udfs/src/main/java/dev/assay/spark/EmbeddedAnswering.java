package dev.assay.spark;

import static org.apache.spark.sql.functions.col;

import dev.assay.demo.CosineScorer;
import dev.assay.demo.EmbeddedSystem;
import dev.assay.demo.ExtractiveAnswerer;
import dev.assay.demo.Faults;
import dev.assay.demo.LostPassages;
import dev.assay.demo.OverlapScorer;
import dev.assay.demo.SystemAnswer;
import dev.assay.demo.TermCut;
import dev.assay.model.Embedder;
import dev.assay.retrieval.DenseRetriever;
import dev.assay.retrieval.Retriever;
import dev.assay.retrieval.SparseRetriever;
import dev.assay.spark.calls.PassageRows;
import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * An embedded demonstration system inside Spark.
 *
 * @param corpus what it knows
 * @param retriever {@code dense} or {@code sparse}
 * @param maxTerms of a question that retrieval reads
 * @param topK contexts it retrieves
 * @param sentences sentences in an answer
 * @param faults rate of planted faults; 0 plants none and records nothing
 * @param faultsWhere query_type or attributes with the values of a question, all together, whose
 *     answer always has a planted fault; empty: of none
 * @param retrievalFaults rate of questions whose best passage is not found; 0 plants none and
 *     records nothing
 * @param seed of the faults
 * @param source the executor's models
 */
public record EmbeddedAnswering(
    Broadcast<IndexedCorpus> corpus,
    String retriever,
    int maxTerms,
    int topK,
    int sentences,
    double faults,
    TreeMap<String, String> faultsWhere,
    double retrievalFaults,
    long seed,
    ModelsSource source)
    implements Serializable {

  private static final int BATCH = 64;
  private static final StructType ANSWER =
      Tables.RESPONSES.select(
          "case_id",
          "system",
          "repeat",
          "fingerprint",
          "answer",
          "contexts",
          "latency_ms",
          "attributes");

  /**
   * Answers {@code cases} (case_id, system, repeat, fingerprint, question, facts, and of twins what
   * becomes of their passages) in {@code partitions} tasks. The latency is the batch's time shared
   * out evenly over its questions.
   */
  public Dataset<Row> apply(Dataset<Row> cases, int partitions) {
    Dataset<Row> answers =
        cases
            .select(
                "case_id",
                "system",
                "repeat",
                "fingerprint",
                "question",
                "facts",
                "group_id",
                "parent_case_id",
                "query_type",
                "attributes")
            .repartition(partitions, col("group_id"))
            .sortWithinPartitions("case_id", "repeat")
            .mapPartitions((MapPartitionsFunction<Row, Row>) this::batches, Encoders.row(ANSWER));
    return retriever.equals("sparse") ? answers : OnGpus.of(answers);
  }

  private Iterator<Row> batches(Iterator<Row> rows) {
    if (!rows.hasNext()) {
      return rows;
    }
    IndexedCorpus index = corpus.value();
    EmbeddedSystem system = system(index);
    Faults planter = new Faults(faults, seed, index.mentions(), index.chunks());
    HandedPassages handed = new HandedPassages(index.chunks(), seed);
    return new Batches<>(rows, BATCH, batch -> answer(batch, system, planter, handed));
  }

  private EmbeddedSystem system(IndexedCorpus index) {
    if (retriever.equals("sparse")) {
      return new EmbeddedSystem(
          faulty(new SparseRetriever(index.bm25())),
          new ExtractiveAnswerer(new OverlapScorer(index.bm25()), sentences),
          topK);
    }
    Embedder embedder = source.models().embedder();
    return new EmbeddedSystem(
        faulty(new DenseRetriever(index.chunks(), index.embeddings(), embedder)),
        new ExtractiveAnswerer(new CosineScorer(embedder), sentences),
        topK);
  }

  private LostPassages faulty(Retriever whole) {
    return new LostPassages(new TermCut(whole, maxTerms), retrievalFaults, seed);
  }

  private List<Row> answer(
      List<Row> batch, EmbeddedSystem system, Faults planter, HandedPassages handed) {
    long start = System.nanoTime();
    List<SystemAnswer> answers =
        system.answer(
            batch.stream().map(row -> row.<String>getAs("question")).toList(),
            retrieved -> handed.of(batch, retrieved));
    double millis = (System.nanoTime() - start) / 1e6 / batch.size();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Row row = batch.get(i);
      SystemAnswer answer = answers.get(i);
      // Every demonstration answer records whether a fault was planted, so that its truth is known.
      String origin =
          RowValues.<String>optional(row, "parent_case_id").orElse(row.getAs("case_id"));
      answer = planter.plant(origin, weak(row), answer, RowValues.list(row, "facts"));
      rows.add(
          NamedRow.of(ANSWER)
              .copy(row, "case_id", "system", "repeat", "fingerprint")
              .set("answer", answer.answer())
              .set("contexts", PassageRows.of(answer.contexts()))
              .set("latency_ms", millis)
              .set("attributes", attributes(row.getAs("question"), answer))
              .build());
    }
    return rows;
  }

  /**
   * Whether a question is of the kind that the system is always wrong about; a twin as its origin.
   */
  private boolean weak(Row row) {
    Map<String, String> known = new TreeMap<>(RowValues.<String, String>map(row, "attributes"));
    RowValues.<String>optional(row, "query_type").ifPresent(type -> known.put("query_type", type));
    return !faultsWhere.isEmpty()
        && faultsWhere.entrySet().stream()
            .allMatch(one -> one.getValue().equals(known.get(one.getKey())));
  }

  /** With a planted fault of retrieval they say of each question whether it met it. */
  private Map<String, String> attributes(String question, SystemAnswer answer) {
    Map<String, String> all = new TreeMap<>(answer.attributes());
    if (retrievalFaults > 0) {
      all.put("retrieval_fault", LostPassages.loses(question, retrievalFaults, seed) ? "1" : "0");
    }
    return all;
  }
}
