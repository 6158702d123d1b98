package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.transform;

import dev.assay.base.Hashes;
import dev.assay.base.Nearest;
import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.GivenPassages;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import scala.reflect.ClassTag$;

/**
 * The passages that came with recorded answers, for generators that are handed them: those of a
 * case's first answer, and for a twin those of the case that it was made from.
 *
 * @param systems generators with {@code contexts-of}, by name
 * @param pool passages that irrelevant ones are drawn from
 * @param fingerprint of the pool
 */
record RecordedPassages(
    Run run,
    Map<String, SystemConfig> systems,
    Broadcast<ArrayList<Chunk>> pool,
    String fingerprint)
    implements AutoCloseable {
  /** Passages in the pool at most; of more those with the smallest hashes. */
  private static final int MOST = 10_000;

  private static final String OWN = "__own";
  private static final String OF_ORIGIN = "__of_origin";

  static RecordedPassages of(Run run, Map<String, SystemConfig> systems) {
    Dataset<Row> recorded = recorded(run, systems);
    systems.forEach((name, system) -> require(run, name, system, recorded));
    ArrayList<Chunk> pool = new ArrayList<>();
    Column passage = explode(col("contexts"));
    for (Row row :
        recorded
            .select(passage.as("passage"))
            .select(
                coalesce(col("passage.chunk_id"), lit("")).as("chunk_id"),
                coalesce(col("passage.doc_id"), lit("")).as("doc_id"),
                col("passage.text").as("text"))
            .where(col("text").isNotNull())
            .distinct()
            .orderBy(Keys.hash(col("text")), col("chunk_id"), col("doc_id"))
            .limit(MOST)
            .collectAsList()) {
      pool.add(new Chunk(row.getAs("chunk_id"), row.getAs("doc_id"), row.getAs("text")));
    }
    return new RecordedPassages(
        run,
        systems,
        run.spark()
            .sparkContext()
            .broadcast(pool, ClassTag$.MODULE$.<ArrayList<Chunk>>apply(ArrayList.class)),
        Hashes.sha256(pool.toString()));
  }

  /** case_id, system (the generator's) and contexts, none of them empty. */
  private static Dataset<Row> recorded(Run run, Map<String, SystemConfig> systems) {
    Column[] named =
        systems.entrySet().stream()
            .flatMap(
                one -> Stream.of(lit(one.getKey()), lit(one.getValue().contextsOf().orElseThrow())))
            .toArray(Column[]::new);
    return run.store()
        .read(Tables.RESPONSES)
        .where(col("repeat").equalTo(0).and(size(col("contexts")).gt(0)))
        .withColumnRenamed("system", "of")
        .select(col("case_id"), col("of"), col("contexts"), explode(map(named)).as(names()))
        .where(col("of").equalTo(col("recorded_by")))
        .select("case_id", "system", "contexts");
  }

  private static String[] names() {
    return new String[] {"system", "recorded_by"};
  }

  private static void require(Run run, String name, SystemConfig system, Dataset<Row> recorded) {
    if (!recorded.where(col("system").equalTo(name)).isEmpty()) {
      return;
    }
    List<String> known =
        run.store()
            .read(Tables.RESPONSES)
            .where(size(col("contexts")).gt(0))
            .select("system")
            .distinct()
            .orderBy("system")
            .as(Encoders.STRING())
            .collectAsList();
    String of = system.contextsOf().orElseThrow();
    throw new StageException(
        "systems.%s.contexts-of names '%s', of which no answer with passages is stored.%s Stored with passages: %s."
            .formatted(
                name,
                of,
                Nearest.hint(of, known),
                known.isEmpty() ? "none" : String.join(", ", known)));
  }

  /** {@code cases} with a column {@code contexts}, NULL where none were recorded. */
  Dataset<Row> beside(Dataset<Row> cases) {
    Dataset<Row> recorded = recorded(run, systems);
    return cases
        .join(
            recorded.withColumnRenamed("contexts", OWN),
            RunCoverage.on(List.of("case_id", "system")),
            "left")
        .join(
            recorded
                .withColumnRenamed("case_id", "parent_case_id")
                .withColumnRenamed("contexts", OF_ORIGIN),
            RunCoverage.on(List.of("parent_case_id", "system")),
            "left")
        .withColumn("contexts", coalesce(col(OWN), col(OF_ORIGIN)))
        .drop(OWN, OF_ORIGIN);
  }

  /** What the texts that a case is answered by are told apart by; of {@link #beside}. */
  Column told(Column fingerprint) {
    return functions
        .when(Passages.changed().isNull(), Keys.hash(fingerprint, texts()))
        .otherwise(Keys.hash(fingerprint, texts(), lit(fingerprint())));
  }

  private static Column texts() {
    return to_json(transform(col("contexts"), one -> one.getField("text")));
  }

  /** Column {@code handed} by case_id and system, of {@code cases} as they are asked. */
  Dataset<Row> handed(Dataset<Row> cases) {
    return new GivenPassages(pool, run.config().run().seed()).apply(beside(cases));
  }

  @Override
  public void close() {
    pool.destroy();
  }
}
