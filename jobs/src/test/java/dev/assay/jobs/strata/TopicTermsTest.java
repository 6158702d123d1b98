package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.spark.SharedSpark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class TopicTermsTest {
  @Test
  void weighsTermsByClassBasedTfIdf() {
    // Stratum 0: card ×3, fee ×1; stratum 1: loan ×2, fee ×2. Eight terms in two strata: A = 4.
    // card: 3 ln(1 + 4/3); fee in 0: 1 ln(1 + 4/3), f = 3; loan: 2 ln(1 + 4/2); fee in 1:
    // 2 ln(1 + 4/3).
    List<Row> rows =
        new TopicTerms(1, 5)
            .weighted(
                terms(0, "card", "card", "card", "fee")
                    .union(terms(1, "loan", "loan", "fee", "fee")))
            .orderBy("stratum_id", "rank")
            .collectAsList();
    assertThat(rows)
        .extracting(row -> row.getString(1))
        .containsExactly("card", "fee", "loan", "fee");
    double[] expected = {
      3 * Math.log(7.0 / 3), Math.log(7.0 / 3), 2 * Math.log(3), 2 * Math.log(7.0 / 3)
    };
    for (int i = 0; i < expected.length; i++) {
      assertThat(rows.get(i).getDouble(2)).isEqualTo(expected[i], within(1e-9));
    }
  }

  @Test
  void candidatesAreContentWordsTheirPairsAndKeywordsWithStopWordsInside() {
    List<String> terms =
        new TopicTerms(2, 5)
                .candidates(
                    rows(
                        "text",
                        RowFactory.create("a", 0, "The Monthly fees are waived. Pay 25 dollars!")))
                .collectAsList()
                .stream()
                .map(row -> row.getString(2))
                .toList();
    assertThat(terms)
        .contains("monthly", "fees", "monthly fees", "waived", "fees waived", "pay", "dollars")
        .doesNotContain("the", "are", "25", "waived pay");
  }

  @Test
  void textsWithoutLettersHaveNoTerm() {
    TopicTerms.Found found =
        new TopicTerms(2, 5).of(rows("text", RowFactory.create("a", 0, "😀 123 😀")));
    assertThat(found.terms()).isEmpty();
    assertThat(found.texts()).isEqualTo(Map.of("a", Set.of()));
  }

  @Test
  void aWordThatEveryTopicUsesTellsNoneApart() {
    // bank: 2 of 5 terms in stratum 0, 2 of 4 in 1: (2/5) / (2.5/5) < 2; card: (3/5) / (.5/5) = 6.
    List<Row> rows =
        new TopicTerms(1, 5)
            .weighted(
                terms(0, "card", "card", "card", "bank", "bank")
                    .union(terms(1, "loan", "loan", "bank", "bank")))
            .orderBy("stratum_id", "rank")
            .collectAsList();
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row.<Boolean>getAs("specific"))
                    .isEqualTo(!row.getAs("term").equals("bank")));
  }

  private static Dataset<Row> terms(int stratum, String... terms) {
    List<Row> rows = new ArrayList<>();
    for (String term : terms) {
      rows.add(RowFactory.create("a", stratum, term));
    }
    return rows("term", rows.toArray(Row[]::new));
  }

  private static Dataset<Row> rows(String column, Row... rows) {
    return SharedSpark.session()
        .createDataFrame(
            List.of(rows),
            StructType.fromDDL("chunk_id STRING, stratum_id INT, " + column + " STRING"));
  }
}
