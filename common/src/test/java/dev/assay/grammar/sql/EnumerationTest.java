package dev.assay.grammar.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Answer;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnumerationTest {

  private static SqlTemplatesConfig limited(int maxTemplates) {
    SqlTemplatesConfig all = SqlCheckTest.CONFIG;
    return new SqlTemplatesConfig(
        all.maxHops(),
        maxTemplates,
        all.maxElements(),
        all.kinds(),
        all.maxJoins(),
        all.functions(),
        Optional.empty(),
        List.of(),
        10,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void suggestsWhatASmallSchemaHolds(@TempDir Path dir) throws Exception {
    DatabaseConfig config =
        TestDatabases.sqlite(
            dir.resolve("small.db"),
            "CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, city TEXT)",
            "CREATE TABLE client (client_id INTEGER PRIMARY KEY, name TEXT, branch_id INTEGER"
                + " REFERENCES branch (branch_id))",
            "INSERT INTO branch VALUES (1, 'Bern'), (2, 'Lucerne')",
            "INSERT INTO client VALUES (1, 'Ada', 1), (2, 'Ben', 1), (3, 'Cy', 2)");
    try (Database database = Database.open(config)) {
      List<SqlTemplate> found =
          new Enumeration(database.schema(), limited(100), 1).templates().templates();
      // by hand: one text column a table, so no fact of one table; names of a city, the city of a
      // name, how many clients of a city
      assertThat(found)
          .extracting(SqlTemplate::sql)
          .containsExactlyInAnyOrder(
              "SELECT DISTINCT client.name FROM client JOIN branch ON client.branch_id ="
                  + " branch.branch_id WHERE branch.city = [branch.city]",
              "SELECT DISTINCT branch.city FROM branch JOIN client ON client.branch_id ="
                  + " branch.branch_id WHERE client.name = [client.name]",
              "SELECT COUNT(*) FROM client JOIN branch ON client.branch_id = branch.branch_id WHERE"
                  + " branch.city = [branch.city]");
    }
  }

  @Test
  void everyTemplateOfChinookAndNorthwindRuns(@TempDir Path dir) throws Exception {
    Optional<DatabaseConfig> chinook = TestDatabases.chinook(dir.resolve("chinook.db"));
    assumeTrue(chinook.isPresent());
    for (DatabaseConfig config :
        List.of(
            chinook.get(), TestDatabases.northwind(dir.resolve("northwind.db")).orElseThrow())) {
      try (Database database = Database.open(config)) {
        DatabaseSchema schema = database.schema();
        Enumeration.Found found = new Enumeration(schema, limited(150), 7).templates();
        assertThat(found.templates()).hasSize(150);
        assertThat(found.candidates()).isGreaterThan(150);
        assertThat(found.templates().stream().map(SqlTemplate::kind).collect(Collectors.toSet()))
            .isEqualTo(EnumSet.complementOf(EnumSet.of(QueryKind.OTHER)));
        assertThat(new Enumeration(schema, limited(150), 7).templates()).isEqualTo(found);
        assertThat(new Enumeration(schema, limited(150), 8).templates()).isNotEqualTo(found);
        List<String> empty = new ArrayList<>();
        for (SqlTemplate template : found.templates()) {
          List<Object> values = new ArrayList<>();
          Written written = Written.of(template.sql());
          for (var place : written.placeholders()) {
            List<Object> some = database.distinct(place, 3);
            values.add(place.role().equals("to") ? some.get(some.size() - 1) : some.get(0));
          }
          Answer answer = database.rows(written.sql().replaceAll(" :p\\d+ ", " ? "), values);
          assertThat(answer.columns()).hasSize(1);
          assertThat(answer.more()).isFalse();
          if (answer.rows().isEmpty()) {
            empty.add(template.sql());
          }
        }
        // values of two columns need not occur together; those of one column do
        assertThat(empty)
            .allSatisfy(
                sql ->
                    assertThat(
                            Written.of(sql).placeholders().size() > 1
                                || sql.contains(" JOIN ")
                                || sql.contains("ORDER BY")
                                || sql.contains(" > ")
                                || sql.contains(" < "))
                        .isTrue());
        Set<String> ids =
            found.templates().stream().map(SqlTemplate::id).collect(Collectors.toSet());
        assertThat(ids).hasSize(150);
        SqlCheck check = new SqlCheck(schema, limited(150));
        for (SqlTemplate template : found.templates()) {
          assertThat(check.check(template.sql()).template()).contains(template);
        }
      }
    }
  }
}
