package dev.assay.report;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.substring;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.report.Findings.Chunk;
import dev.assay.report.Findings.StrataQuality;
import dev.assay.report.Findings.Topic;
import dev.assay.report.Findings.TopicMap;
import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Strata, their labels and the chunks on the plane, of the embedder that placed most chunks;
 * without a corpus those of the questions.
 */
final class TopicRows {
  private static final int MOST_POINTS = 3000;
  private static final int START_OF_TEXT = 160;

  private final Scope scope;
  private final boolean corpus;
  private final Optional<String> model;

  TopicRows(Scope scope) {
    this.scope = scope;
    Optional<String> placed = model(scope.read(Tables.STRATA));
    this.corpus = placed.isPresent();
    this.model =
        placed.or(
            () ->
                model(scope.read(Tables.CASE_STRATA).where(col("placed_by").equalTo("questions"))));
  }

  List<Topic> topics() {
    if (model.isEmpty()) {
      return List.of();
    }
    List<Row> rows =
        scope
            .read(Tables.TOPICS)
            .where(col("model").equalTo(model.get()))
            .orderBy("stratum_id")
            .collectAsList();
    Set<String> labels = new HashSet<>();
    List<Topic> topics = new ArrayList<>();
    for (Row row : rows) {
      int id = (int) Values.whole(row, "stratum_id");
      String label =
          Values.text(row, "label").isBlank() ? "topic " + id : Values.text(row, "label");
      topics.add(
          new Topic(
              id,
              labels.add(label) ? label : label + " (" + id + ")",
              RowValues.<Row>list(row, "terms").stream()
                  .map(term -> Values.text(term, "term"))
                  .toList(),
              Values.whole(row, "size")));
    }
    return topics;
  }

  TopicMap map() {
    if (model.isEmpty()) {
      return new TopicMap(List.of(), 0, true, Optional.empty());
    }
    Dataset<Row> placed = corpus ? chunks() : placed();
    Dataset<Row> points = placed.where(col("x").isNotNull().and(col("y").isNotNull()));
    Dataset<Row> drawn =
        corpus
            ? Scope.sample(points, MOST_POINTS, col("chunk_id"))
            : questions(Scope.sample(points, MOST_POINTS, col("case_id")));
    List<Chunk> chunks =
        drawn.collectAsList().stream()
            .map(
                row ->
                    new Chunk(
                        row.<Double>getAs("x"),
                        row.<Double>getAs("y"),
                        (int) Values.whole(row, "stratum_id"),
                        title(row),
                        Values.text(row, "start_of_text")))
            .toList();
    return new TopicMap(chunks, placed.count(), corpus, quality());
  }

  private Dataset<Row> placed() {
    return scope
        .known()
        .only(scope.read(Tables.CASE_STRATA).where(col("model").equalTo(model.orElseThrow())));
  }

  /** What the drawn ones ask, in their order. */
  private Dataset<Row> questions(Dataset<Row> drawn) {
    Dataset<Row> few = Kept.ifFew(drawn.withColumn("__place", xxhash64(col("case_id"))));
    return scope
        .read(Tables.TEST_CASES)
        .select("case_id", "suite", "question")
        .join(few.isLocal() ? few : broadcast(few), "case_id")
        .orderBy("__place")
        .select(
            col("case_id").as("chunk_id"),
            col("x"),
            col("y"),
            col("stratum_id"),
            col("suite").as("title"),
            col("suite").as("uri"),
            substring(col("question"), 1, START_OF_TEXT).as("start_of_text"));
  }

  private Dataset<Row> chunks() {
    return scope
        .read(Tables.STRATA)
        .where(col("model").equalTo(model.orElseThrow()))
        .join(scope.read(Tables.CHUNKS), "chunk_id")
        .join(scope.read(Tables.DOCUMENTS).select("doc_id", "title", "uri"), "doc_id")
        .select(
            col("chunk_id"),
            col("x"),
            col("y"),
            col("stratum_id"),
            col("title"),
            col("uri"),
            substring(col("text"), 1, START_OF_TEXT).as("start_of_text"));
  }

  private Optional<StrataQuality> quality() {
    return scope
        .read(Tables.STRATUM_FITS)
        .where(col("model").equalTo(model.get()))
        .drop("fit")
        .collectAsList()
        .stream()
        .findFirst()
        .map(
            row ->
                new StrataQuality(
                    Values.text(row, "reduction"),
                    Values.text(row, "clustering"),
                    Values.whole(row, "strata"),
                    Values.number(row, "silhouette"),
                    Values.number(row, "stability"),
                    row.<Double>getAs("noise_share"),
                    Values.number(row, "coherence")));
  }

  private static String title(Row row) {
    String title = Values.text(row, "title");
    return title.isBlank() ? Values.text(row, "uri") : title;
  }

  private static Optional<String> model(Dataset<Row> placed) {
    List<Row> models =
        placed
            .groupBy("model")
            .agg(count(lit(1)).as("n"))
            .orderBy(col("n").desc(), col("model"))
            .limit(1)
            .collectAsList();
    return models.stream().map(row -> row.<String>getAs("model")).findFirst();
  }
}
