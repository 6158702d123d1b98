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
import dev.assay.perturb.Word;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
   * Words of topics that a question is not about. A generated question was drawn from a topic. Of
   * others those count as theirs that share a word with them: what {@code place} says of them is
   * not known when they are asked first, and the same command has to make the same twins.
   */
  static List<String> elsewhere(
      SortedMap<Integer, List<String>> terms, Optional<Integer> drawn, String question) {
    Set<String> said =
        Word.of(question).stream()
            .map(word -> word.text().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    List<String> elsewhere = new ArrayList<>();
    terms.forEach(
        (stratum, words) -> {
          boolean own =
              drawn
                  .map(stratum::equals)
                  .orElse(words.stream().anyMatch(word -> said.contains(singular(word, said))));
          if (!own) {
            elsewhere.addAll(words);
          }
        });
    return elsewhere;
  }

  /** Terms of topics stand in the plural as often as questions do not. */
  private static String singular(String word, Set<String> said) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (said.contains(lower)) {
      return lower;
    }
    return lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower + "s";
  }

  /** A hash of all that twins go by: the words, and the topic that each question was drawn from. */
  static String digest(Store store, AssayConfig config) {
    Row places =
        PlacedCases.of(store)
            .where(col("parent_case_id").isNull().and(col("perturbation").isNull()))
            .where(col("drawn"))
            .agg(
                count(lit(1)).as("n"),
                bit_xor(xxhash64(col("case_id"), col("stratum_id"))).as("hash"))
            .head();
    return Hashes.sha256(of(store, config).toString(), places.toString());
  }
}
