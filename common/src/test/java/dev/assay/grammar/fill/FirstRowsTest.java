package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.sql.SqlCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bern: Ada 10, Ben 20, Cid 30, Fay unknown. Rome: Dan 30, Eve 30. */
final class FirstRowsTest {
  @TempDir private Path directory;

  private Truth truth(String city, String rest) throws Exception {
    var config =
        TestDatabases.sqlite(
            directory.resolve("bank" + System.nanoTime() + ".db"),
            "CREATE TABLE client (name TEXT, city TEXT, born TEXT, balance NUMERIC)",
            "INSERT INTO client VALUES ('Ada', 'Bern', '1980-01-01', 10), ('Ben', 'Bern',"
                + " '1981-01-01', 20), ('Cid', 'Bern', '1982-01-01', 30), ('Dan', 'Rome',"
                + " '1983-01-01', 30), ('Eve', 'Rome', '1984-01-01', 30), ('Fay', 'Bern',"
                + " '1985-01-01', NULL)");
    try (Database database = Database.open(config)) {
      SqlTemplate template =
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
              .check("SELECT " + rest.replace("WHERE", "FROM client WHERE city = [client.city]"))
              .template()
              .orElseThrow();
      FirstRows first = FirstRows.of(template).orElseThrow();
      return first.truth(database.rows(first.sql(), List.of(city)), 20);
    }
  }

  @Test
  void theFirstRowIsTheAnswerUnlessOthersTieWithIt() throws Exception {
    String dearest = "name WHERE ORDER BY balance DESC LIMIT 1";
    assertThat(truth("Bern", dearest).elements()).containsExactly("Cid");
    assertThat(truth("Rome", dearest).outcome()).isEqualTo(Truth.Outcome.TIED);
    assertThat(truth("Bern", "name WHERE ORDER BY balance LIMIT 1").elements())
        .containsExactly("Ada");
  }

  /** A condition that is no placeholder hides no tie. */
  @Test
  void tiesShowInQueriesThatTheRulesHaveNoWordsFor() throws Exception {
    assertThat(truth("Rome", "name WHERE AND born > '1900' ORDER BY balance LIMIT 1").outcome())
        .isEqualTo(Truth.Outcome.TIED);
  }

  @Test
  void severalFirstRowsAreASet() throws Exception {
    assertThat(truth("Bern", "name WHERE ORDER BY balance DESC LIMIT 2").elements())
        .containsExactly("Ben", "Cid");
    assertThat(truth("Rome", "name WHERE ORDER BY balance DESC LIMIT 2").elements())
        .containsExactly("Dan", "Eve");
  }

  @Test
  void sortsByTheProjectionUnderItsOtherNames() throws Exception {
    assertThat(truth("Bern", "name AS n WHERE ORDER BY n DESC LIMIT 1").elements())
        .containsExactly("Fay");
    assertThat(truth("Bern", "name WHERE ORDER BY 1 LIMIT 1").elements()).containsExactly("Ada");
  }
}
