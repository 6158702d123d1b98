package dev.assay.jobs;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;

import dev.assay.config.StratifyConfig;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.expressions.Window;

/** Says what each stratum is about. */
record Topics(StratifyConfig config, String model) {
  private static final int EXEMPLARS = 3;

  /**
   * One row of {@code topics} for each stratum of {@code placed} (chunk_id, stratum_id, distance).
   *
   * @param texts the chunks that terms are taken from: stratum_id, text
   */
  Dataset<Row> rows(Dataset<Row> placed, Dataset<Row> texts) {
    Map<Integer, List<Row>> terms = new HashMap<>();
    new TopicTerms(config.ngrams(), config.terms())
        .of(texts)
        .orderBy("stratum_id", "rank")
        .collectAsList()
        .forEach(
            row ->
                terms
                    .computeIfAbsent(row.getAs("stratum_id"), id -> new ArrayList<>())
                    .add(RowFactory.create(row.getAs("term"), row.getAs("weight"))));
    List<Row> topics = new ArrayList<>();
    for (Row stratum : exemplars(placed).collectAsList()) {
      int id = stratum.getAs("stratum_id");
      List<Row> strongest = terms.getOrDefault(id, List.of());
      String label =
          TopicLabel.of(
              strongest.stream().map(term -> term.getString(0)).toList(), config.labelTerms(), id);
      List<String> nearest =
          stratum.<Row>getList(stratum.fieldIndex("nearest")).stream()
              .map(chunk -> chunk.getString(1))
              .toList();
      topics.add(
          RowFactory.create(id, model, label, strongest, stratum.<Long>getAs("size"), nearest));
    }
    return placed.sparkSession().createDataFrame(topics, Tables.TOPICS.schema());
  }

  /** Per stratum its size and the chunks nearest to its centre, nearest first. */
  private static Dataset<Row> exemplars(Dataset<Row> placed) {
    Dataset<Row> sizes = placed.groupBy("stratum_id").agg(count(lit(1)).as("size"));
    return placed
        .withColumn(
            "place",
            row_number().over(Window.partitionBy("stratum_id").orderBy("distance", "chunk_id")))
        .where(col("place").leq(EXEMPLARS))
        .groupBy("stratum_id")
        .agg(array_sort(collect_list(struct("place", "chunk_id"))).as("nearest"))
        .join(sizes, "stratum_id")
        .orderBy("stratum_id");
  }
}
