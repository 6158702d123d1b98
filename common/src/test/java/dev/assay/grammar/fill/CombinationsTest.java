package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.sql.SqlCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CombinationsTest {
  @TempDir private Path directory;

  private Combinations.Drawn drawn(String where) throws Exception {
    return drawn(
        where,
        100,
        "INSERT INTO client VALUES ('Ada', '1980-01-01', 1), ('Ben', '1981-01-01', 2), ('Cid',"
            + " '1982-01-01', 10)");
  }

  private Combinations.Drawn drawn(String where, int most, String rows) throws Exception {
    var config =
        TestDatabases.sqlite(
            directory.resolve("bank.db"),
            "CREATE TABLE client (name TEXT, born TEXT, balance NUMERIC)",
            rows);
    try (Database database = Database.open(config)) {
      return new Combinations(most, 1)
          .of(
              ParsedTemplate.of(
                  new SqlCheck(
                          database.schema(),
                          new SqlTemplatesConfig(
                              2,
                              10,
                              10,
                              List.of(),
                              4,
                              List.of(),
                              Optional.empty(),
                              List.of(),
                              10,
                              Optional.empty(),
                              Optional.empty()))
                      .check("SELECT COUNT(name) FROM client WHERE " + where)
                      .template()
                      .orElseThrow()),
              database);
    }
  }

  /** Of three values six pairs are in order; nobody asks how many there are from 10 to 1. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "balance BETWEEN [client.balance:from] AND [client.balance:to]",
        "balance BETWEEN [client.balance:low] AND [client.balance:high]",
        "balance BETWEEN [client.balance] AND [client.balance:most]",
        "balance >= [client.balance:low] AND balance <= [client.balance:high]",
        "balance BETWEEN [client.balance:from] AND [client.balance:to] AND born > '1900'"
      })
  void aSpanBeginsBeforeItEnds(String where) throws Exception {
    assertThat(drawn(where).rows())
        .containsExactlyInAnyOrder(
            List.of(1L, 1L),
            List.of(1L, 2L),
            List.of(1L, 10L),
            List.of(2L, 2L),
            List.of(2L, 10L),
            List.of(10L, 10L));
  }

  @Test
  void valuesOfNoSpanAreEachWithEach() throws Exception {
    assertThat(drawn("balance > [client.balance] AND born > [client.born]").rows()).hasSize(9);
  }

  /**
   * One balance has 40 birthdays, nine have 2 each: of 58 pairs 20 are taken, and each balance is
   * asked about twice. A plain draw would leave one of the nine out with every second.
   */
  @Test
  void aCapIsSpreadOverTheValues() throws Exception {
    Combinations.Drawn drawn =
        drawn(
            "balance = [client.balance] AND born = [client.born]",
            20,
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 57) INSERT"
                + " INTO client SELECT 'n' || i, date('1980-01-01', i || ' days'), CASE WHEN i <"
                + " 40 THEN 0 ELSE 1 + (i - 40) / 2 END FROM n");
    assertThat(drawn.there()).isEqualTo(58);
    assertThat(
            drawn.rows().stream()
                .collect(Collectors.groupingBy(row -> row.get(0), Collectors.counting())))
        .hasSize(10)
        .allSatisfy((balance, times) -> assertThat(times).isEqualTo(2));
  }

  /** Of 40,000 pairs 40 are taken: a plain draw has a value twice in 98 of 100 cases. */
  @Test
  void aProductThatIsTooLargeToLookAtIsSpreadToo() throws Exception {
    Combinations.Drawn drawn =
        drawn(
            "balance > [client.balance] AND born > [client.born]",
            40,
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199) INSERT"
                + " INTO client SELECT 'n' || i, date('1980-01-01', i || ' days'), i FROM n");
    assertThat(drawn.there()).isEqualTo(40_000);
    assertThat(drawn.rows()).hasSize(40);
    assertThat(drawn.rows()).extracting(row -> row.get(0)).doesNotHaveDuplicates();
    assertThat(drawn.rows()).extracting(row -> row.get(1)).doesNotHaveDuplicates();
  }
}
