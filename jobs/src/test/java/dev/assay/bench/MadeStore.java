package dev.assay.bench;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Seeds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * A store of answers by any number of systems with scores, sentences, topics, labels and twins, as
 * stages before {@code calibrate} leave it; everything in it is drawn by a seed.
 *
 * @param questions how many were asked; one in five has two twins, which are not among them
 * @param systems who answered all of them; the first passes least
 * @param labelled how many questions people judged the answers to
 * @param metrics what was measured, the better ones first
 */
public record MadeStore(long questions, List<String> systems, long labelled, List<String> metrics) {
  /** What may be measured. */
  public static final List<String> METRICS =
      List.of(
          "groundedness.groundedness_mean",
          "answer_relevancy.answer_relevancy",
          "answer_semantic_similarity.answer_similarity",
          "completeness.completeness_mean",
          "rouge.rouge_l",
          "token_f1.token_f1",
          "context_relevancy_sentence.context_relevancy_mean",
          "context_mrr.context_mrr",
          "bleu.bleu_4",
          "looping.unique_sentences");

  private static final int TOPICS = 12;
  private static final String MODEL = "made";
  private static final UserDefinedFunction DRAW =
      udf(
          (UDF2<String, String, Double>) (purpose, id) -> Seeds.uniform(7, purpose, id),
          DataTypes.DoubleType);

  /** Settings under which the later stages take the store. */
  public List<String> settings() {
    return List.of(
        "run.name=made",
        "report.dimension=correct",
        "evaluate.evaluators="
            + metrics.stream()
                .map(metric -> metric.substring(0, metric.indexOf('.')))
                .distinct()
                .collect(Collectors.joining(",", "[", "]")),
        "calibrate.metrics=" + metrics.stream().collect(Collectors.joining("\",\"", "[\"", "\"]")));
  }

  /** {@code loader} with them. */
  public ConfigLoader set(ConfigLoader loader) {
    ConfigLoader all = loader;
    for (String setting : settings()) {
      all = all.set(setting);
    }
    return all;
  }

  /** Names of {@code n} systems, some of them long. */
  public static List<String> names(int n) {
    return IntStream.range(0, n)
        .mapToObj(
            i ->
                i % 3 == 0
                    ? "assistant-2026-%02d-hybrid-retrieval-reranked".formatted(i + 1)
                    : "assistant v%d".formatted(i + 1))
        .toList();
  }

  /** Writes the tables. */
  public void fill(Store store) {
    Dataset<Row> cases = cases(store).localCheckpoint();
    append(store, Tables.TEST_CASES, cases);
    append(
        store,
        Tables.CASE_STRATA,
        cases
            .withColumn("stratum_id", pmod(col("id"), lit(TOPICS)).cast("int"))
            .withColumn("model", lit(MODEL))
            .withColumn("placed_by", lit("questions"))
            .withColumn("x", expr("cos(stratum_id * 0.5236)").plus(draw("x").multiply(.6)))
            .withColumn("y", expr("sin(stratum_id * 0.5236)").plus(draw("y").multiply(.6)))
            .withColumn("distance", draw("distance"))
            .withColumn("fingerprint", lit("f")));
    append(
        store,
        Tables.TOPICS,
        store
            .spark()
            .range(TOPICS)
            .select(
                col("id").cast("int").as("stratum_id"),
                lit(MODEL).as("model"),
                concat(lit("topic "), col("id"), lit(", of several words")).as("label"),
                expr("array(named_struct('term', 'word', 'weight', 0.5D))").as("terms"),
                lit(questions / TOPICS).as("size"),
                expr("CAST(array() AS ARRAY<STRING>)").as("exemplar_chunk_ids"),
                lit("terms").as("labelled_by")));
    Dataset<Row> answers = answers(cases).localCheckpoint();
    append(store, Tables.RESPONSES, answers);
    for (String stage : List.of("answer", "evaluate")) {
      append(store, Tables.RUN_CASES, answers.withColumn("run_id", lit(stage)));
      append(store, Tables.RUNS, run(store, stage));
    }
    append(
        store,
        Tables.LABELS,
        answers
            .where(col("id").lt(labelled).and(col("perturbation").isNull()))
            .withColumn("label_id", Keys.hash(lit("label"), col("case_id"), col("system")))
            .withColumn("dimension", lit("correct"))
            .withColumn("label", when(col("quality").gt(draw("label")), "1").otherwise("0"))
            .withColumn("annotator", lit("human"))
            .withColumn("labelled_at", col("created_at")));
    scores(store, answers);
  }

  /** Questions of {@link #TOPICS} topics and three kinds; of one in five two twins. */
  private Dataset<Row> cases(Store store) {
    Dataset<Row> asked =
        store
            .spark()
            .range(0, questions, 1, 8)
            .toDF("id")
            .withColumn("group_id", Keys.hash(lit("case"), col("id")));
    String twins =
        "CASE WHEN id % 5 = 0 THEN array('', 'keyboard_typo', 'synonym') ELSE array('') END";
    return asked
        .withColumn("change", explode(expr(twins)))
        .withColumn("perturbation", expr("nullif(change, '')"))
        .withColumn("intensity", expr("CASE WHEN change <> '' THEN 'medium' END"))
        .withColumn("parent_case_id", expr("CASE WHEN change <> '' THEN group_id END"))
        .withColumn("edit_distance", expr("CASE WHEN change <> '' THEN 3L END"))
        .withColumn(
            "attributes",
            expr(
                "CASE WHEN change <> '' THEN map('perturbation_meaning', 'preserved') ELSE map()"
                    + " END"))
        .withColumn(
            "case_id",
            when(col("change").equalTo(""), col("group_id"))
                .otherwise(Keys.hash(lit("twin"), col("id"), col("change"))))
        .withColumn("drawn", col("case_id"))
        .withColumn("suite", lit("made"))
        .withColumn(
            "question",
            concat(
                lit("Which of the rules applies where a customer asks about matter "),
                col("id"),
                lit(", and what does it cost?"),
                col("change")))
        .withColumn(
            "query_type",
            expr("element_at(array('factual', 'yes_no', 'list'), CAST(id % 3 + 1 AS INT))"))
        .withColumn("expected_answer", concat(lit("Rule "), col("id"), lit(" applies.")))
        .withColumn("source_chunk_ids", expr("CAST(array() AS ARRAY<STRING>)"))
        .withColumn("relevant_doc_ids", expr("CAST(array() AS ARRAY<STRING>)"))
        .withColumn("facts", expr("CAST(array() AS ARRAY<STRING>)"))
        .withColumn("created_at", expr("TIMESTAMP '2026-01-02 03:04:05'"))
        .withColumn("provenance", lit("made"));
  }

  /** Later systems pass more; twins pass less. */
  private Dataset<Row> answers(Dataset<Row> cases) {
    Column[] who =
        IntStream.range(0, systems.size())
            .mapToObj(
                i ->
                    struct(
                        lit(systems.get(i)).as("name"),
                        lit((i + 1.0) / systems.size()).as("skill")))
            .toArray(Column[]::new);
    return cases
        .withColumn("who", explode(array(who)))
        .withColumn("system", col("who.name"))
        .withColumn("drawn", concat(col("case_id"), lit(" "), col("system")))
        .withColumn("repeat", lit(0))
        .withColumn("status", lit("ok"))
        .withColumn(
            "quality",
            draw("quality")
                .multiply(.5)
                .plus(col("who.skill").multiply(.4))
                .plus(when(col("change").equalTo(""), .1).otherwise(0.)))
        .withColumn("attributes", map())
        .withColumn(
            "answer", concat(lit("Rule "), col("id"), lit(" applies. It costs 5 dollars a year.")))
        .withColumn(
            "contexts",
            expr(
                "array(named_struct('chunk_id', 'c', 'doc_id', 'd', 'text', concat('Rule ', id, '"
                    + " applies. It costs 4 dollars a year.'), 'rank', 1, 'score', 0.5D))"))
        .withColumn("latency_ms", draw("latency").multiply(900))
        .withColumn("answered_at", col("created_at"))
        .withColumn("fingerprint", lit("f"));
  }

  private void scores(Store store, Dataset<Row> answers) {
    Column[] measured = new Column[metrics.size()];
    for (int m = 0; m < measured.length; m++) {
      double noise = (m + 1.0) / METRICS.size();
      measured[m] =
          struct(
              lit(metrics.get(m)).as("metric"),
              col("quality")
                  .multiply(1 - noise)
                  .plus(draw("metric " + m).multiply(noise))
                  .as("value"));
    }
    append(
        store,
        Tables.SCORES,
        answers
            .withColumn("one", explode(array(measured)))
            .select(col("*"), col("one.metric"), col("one.value"))
            .withColumn("truncated", lit(false)));
    append(
        store,
        Tables.SENTENCE_SCORES,
        answers
            .withColumn("metric", lit("groundedness.groundedness"))
            .withColumn("side", lit("answer"))
            .withColumn("sentence_index", explode(array(lit(0), lit(1))))
            .withColumn(
                "sentence",
                expr(
                    "if(sentence_index = 0, concat('Rule ', id, ' applies.'), 'It costs 5 dollars a"
                        + " year.')"))
            .withColumn("score", col("quality"))
            .withColumn(
                "match",
                expr(
                    "if(sentence_index = 0, concat('Rule ', id, ' applies.'), 'It costs 4 dollars a"
                        + " year.')"))
            .withColumn("flags", expr("CAST(array() AS ARRAY<STRING>)"))
            .withColumn("detail", expr("CAST(map() AS MAP<STRING,DOUBLE>)")));
  }

  /** A number from 0 to 1 for each {@code drawn}: a case, and later an answer. */
  private static Column draw(String purpose) {
    return DRAW.apply(lit(purpose), col("drawn"));
  }

  private static Dataset<Row> run(Store store, String stage) {
    return store
        .spark()
        .range(1)
        .select(
            lit(stage).as("run_id"),
            lit("made").as("name"),
            lit(stage).as("stage"),
            lit("{}").as("config"),
            lit("c").as("config_hash"),
            lit("0").as("code_version"),
            expr("CAST(map() AS MAP<STRING,BIGINT>)").as("table_versions"),
            expr("TIMESTAMP '2026-01-02 03:04:05'").as("started_at"),
            expr("TIMESTAMP '2026-01-02 03:04:05'").as("ended_at"),
            lit("done").as("status"),
            expr("CAST(map() AS MAP<STRING,BIGINT>)").as("counts"));
  }

  /** Columns that are not given are NULL. */
  static void append(Store store, Table table, Dataset<Row> rows) {
    Dataset<Row> whole = rows;
    for (StructField field : table.schema().fields()) {
      whole =
          Arrays.asList(rows.columns()).contains(field.name())
              ? whole.withColumn(field.name(), col(field.name()).cast(field.dataType()))
              : whole.withColumn(field.name(), lit(null).cast(field.dataType()));
    }
    store.append(table, whole);
  }
}
