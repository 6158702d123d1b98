package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.PlacedCases;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/** The words of each topic that twins are made with. */
final class TopicTerms {
  private static final int TERMS = 5;

  private TopicTerms() {}

  /** The first words of four letters or more, by topic. */
  static TreeMap<Integer, List<String>> of(Store store, AssayConfig config) {
    TreeMap<Integer, List<String>> terms = new TreeMap<>();
    store
        .read(Tables.TOPICS)
        .where(col("model").equalTo(ModelSettings.embedderId(config.models())))
        .select("stratum_id", "terms")
        .collectAsList()
        .forEach(
            row ->
                terms.put(
                    row.getAs("stratum_id"),
                    RowValues.<Row>list(row, "terms").stream()
                        .map(term -> term.<String>getAs("term"))
                        .filter(term -> term.matches("\\p{L}{4,}"))
                        .limit(TERMS)
                        .toList()));
    return terms;
  }

  /**
   * A hash of all that twins go by: the words, and the topic of each case that is no twin itself.
   * What {@code place} says of twins follows from them.
   */
  static String digest(Store store, AssayConfig config) {
    Row places =
        PlacedCases.of(store)
            .where(col("parent_case_id").isNull().and(col("perturbation").isNull()))
            .where(col("stratum_id").isNotNull())
            .agg(
                count(lit(1)).as("n"),
                bit_xor(xxhash64(col("case_id"), col("stratum_id"))).as("hash"))
            .head();
    return Hashes.sha256(of(store, config).toString(), places.toString());
  }
}
