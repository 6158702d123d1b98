package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sequence;

import dev.assay.config.SystemConfig;
import dev.assay.core.Hashes;
import dev.assay.spark.EmbeddedAnswering;
import dev.assay.spark.IndexedCorpus;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.reflect.ClassTag$;

/** Answers of an embedded demonstration system to the cases of the last {@code generate}. */
final class EmbeddedAnswers {
  private static final int FIRST_SLICE = 500;

  private EmbeddedAnswers() {}

  static Answer.Collected collect(Run run, String name, SystemConfig config) {
    IndexedCorpus corpus = Corpora.indexed(run);
    String provenance =
        Hashes.sha256(
            config.toString(),
            ModelSettings.embedderId(run.config().models()),
            corpus.fingerprint(),
            Long.toString(run.config().run().seed()));
    Dataset<Row> cases =
        run.covered("generate")
            .select("case_id")
            .join(run.store().read(Tables.TEST_CASES), "case_id")
            .withColumn("system", lit(name))
            .withColumn(
                "repeat", explode(sequence(lit(0), lit(run.config().answer().repeats() - 1))))
            .withColumn(
                "fingerprint",
                Keys.hash(col("case_id"), col("facts").cast("string"), lit(provenance)));
    Dataset<Row> pending =
        cases.join(
            run.store().read(Tables.RESPONSES).select("case_id", "system", "repeat", "fingerprint"),
            Covered.on(List.of("case_id", "system", "repeat", "fingerprint")),
            "left_anti");
    Broadcast<IndexedCorpus> shared =
        run.spark().sparkContext().broadcast(corpus, ClassTag$.MODULE$.apply(IndexedCorpus.class));
    try {
      EmbeddedAnswering answering =
          new EmbeddedAnswering(
              shared,
              config.retriever().orElse("dense"),
              config.topK().orElse(5),
              config.answerSentences().orElse(2),
              config.faults().orElse(0.0),
              run.config().run().seed(),
              ModelSettings.source(run.config().models()));
      AtomicLong written = new AtomicLong();
      new Slices(run.config().pipeline(), FIRST_SLICE)
          .forEach(
              "answer " + name,
              pending,
              new Column[] {col("group_id")},
              slice -> written.addAndGet(commit(run, answering.apply(slice))));
      Dataset<Row> covered = cases.select("case_id", "system", "repeat").localCheckpoint();
      return new Answer.Collected(
          covered, Counts.of("answers", covered.count()).and("answers new", written.get()));
    } finally {
      shared.destroy();
    }
  }

  private static long commit(Run run, Dataset<Row> answers) {
    Dataset<Row> rows =
        Answer.withoutUsage(answers)
            .withColumn("status", lit("ok"))
            .withColumn("error", lit(null).cast("string"))
            .withColumn("answered_at", lit(run.time()))
            .localCheckpoint();
    run.store().merge(Tables.RESPONSES, rows);
    return rows.count();
  }
}
