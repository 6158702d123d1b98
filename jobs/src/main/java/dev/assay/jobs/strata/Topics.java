package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;

import dev.assay.clustering.Coherence;
import dev.assay.config.StratifyConfig;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.StructType;

/** Says what each stratum is about. */
record Topics(StratifyConfig config, String model) {
  private static final int EXEMPLARS = 3;
  private static final int NOISE = -1;
  private static final StructType TERM = Tables.TOPICS.element("terms");

  /**
   * The topics.
   *
   * @param rows of table {@code topics}, noise first
   * @param coherence mean over the strata that have one
   */
  record Found(List<Row> rows, OptionalDouble coherence) {
    /** How many there are, noise left out. */
    long strata() {
      return rows.stream().filter(row -> row.<Integer>getAs("stratum_id") != NOISE).count();
    }

    /** Chunks of noise. */
    long noise() {
      return rows.stream()
          .filter(row -> row.<Integer>getAs("stratum_id") == NOISE)
          .mapToLong(row -> row.getAs("size"))
          .sum();
    }
  }

  /**
   * One row for each stratum of {@code placed} (chunk_id, stratum_id, distance).
   *
   * @param texts the chunks that terms are taken from: chunk_id, stratum_id, text
   */
  Found of(Dataset<Row> placed, Dataset<Row> texts) {
    TopicTerms.Found found = new TopicTerms(config.ngrams(), config.terms()).of(texts);
    List<Row> rows = new ArrayList<>();
    List<Double> coherences = new ArrayList<>();
    for (Row stratum : exemplars(placed).collectAsList()) {
      int id = stratum.getAs("stratum_id");
      List<TopicTerms.Term> terms = found.terms().getOrDefault(id, List.of());
      OptionalDouble coherence =
          id == NOISE ? OptionalDouble.empty() : coherence(terms, found.texts());
      coherence.ifPresent(coherences::add);
      List<String> nearest =
          RowValues.<Row>list(stratum, "nearest").stream()
              .map(chunk -> chunk.<String>getAs("chunk_id"))
              .toList();
      rows.add(
          NamedRow.of(Tables.TOPICS)
              .set("stratum_id", id)
              .set("model", model)
              .set("label", id == NOISE ? "noise" : TopicLabel.of(terms, config.labelTerms(), id))
              .set("terms", terms.stream().map(Topics::row).toList())
              .copy(stratum, "size")
              .set("exemplar_chunk_ids", nearest)
              .set("coherence", coherence)
              .set("labelled_by", "terms")
              .build());
    }
    return new Found(rows, coherences.stream().mapToDouble(value -> value).average());
  }

  private static Row row(TopicTerms.Term term) {
    return NamedRow.of(TERM).set("term", term.text()).set("weight", term.weight()).build();
  }

  private static OptionalDouble coherence(
      List<TopicTerms.Term> terms, Map<String, Set<String>> texts) {
    return Coherence.npmi(
        terms.stream().map(TopicTerms.Term::text).toList(), List.copyOf(texts.values()));
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
