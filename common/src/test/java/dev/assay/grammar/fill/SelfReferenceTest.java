package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.sql.Enumeration;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table whose key names rows of its own is joined with itself, both ways. */
class SelfReferenceTest {
  private static final String JOINED =
      "SELECT DISTINCT employee.name FROM employee JOIN employee AS employee_3 ON"
          + " %s WHERE employee_3.name = [employee.name]";
  private static final String BELOW = JOINED.formatted("employee.reports_to = employee_3.id");
  private static final String ABOVE = JOINED.formatted("employee_3.reports_to = employee.id");

  @Test
  void staffAndTheirHeadsAreAskedFor(@TempDir Path folder) throws Exception {
    var config =
        TestDatabases.sqlite(
            folder.resolve("staff.db"),
            "CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT, title TEXT, reports_to"
                + " INTEGER REFERENCES employee(id))",
            "CREATE TABLE employee_2 (note TEXT)", // the alias that was the first to be tried
            "INSERT INTO employee VALUES (1, 'Ada', 'Head', NULL), (2, 'Ben', 'Clerk', 1),"
                + " (3, 'Cy', 'Clerk', 1), (4, 'Di', 'Typist', 2)");
    List<String> kinds =
        Arrays.stream(QueryKind.values())
            .filter(kind -> kind != QueryKind.OTHER)
            .map(QueryKind::id)
            .toList();
    SqlTemplatesConfig sql =
        new SqlTemplatesConfig(
            2,
            200,
            20,
            kinds,
            4,
            List.of(),
            Optional.empty(),
            List.of(),
            10,
            Optional.empty(),
            Optional.empty());
    try (Database database = Database.open(config)) {
      Map<String, SqlTemplate> found =
          new Enumeration(database.schema(), sql, 1)
              .templates().templates().stream()
                  .collect(Collectors.toMap(SqlTemplate::sql, Function.identity()));
      assertThat(found).containsKeys(BELOW, ABOVE);
      assertThat(found.keySet()).noneMatch(query -> query.split("JOIN").length > 2);
      Verbaliser rules =
          new Verbaliser(new SchemaVocabulary(database.schema()), List.of("short"), 1);
      assertThat(rules.texts(found.get(BELOW)).get(0).text())
          .isEqualTo(
              "What are the names of the employees that report to the employee [employee.name]?");
      assertThat(rules.texts(found.get(ABOVE)).get(0).text())
          .isEqualTo(
              "What is the name of the employee that the employee [employee.name] reports to?");
      Combinations few = new Combinations(5, 1);
      assertThat(few.of(ParsedTemplate.of(found.get(BELOW)), database).rows())
          .containsExactlyInAnyOrder(List.of("Ada"), List.of("Ben"));
      assertThat(few.of(ParsedTemplate.of(found.get(ABOVE)), database).rows())
          .containsExactlyInAnyOrder(List.of("Ben"), List.of("Cy"), List.of("Di"));
      assertThat(answer(database, found.get(BELOW), "Ada"))
          .containsExactlyInAnyOrder(List.of("Ben"), List.of("Cy"));
      assertThat(answer(database, found.get(ABOVE), "Di")).containsExactly(List.of("Ben"));
    }
  }

  private static List<List<Object>> answer(Database database, SqlTemplate template, String value) {
    return database.rows(FilledQuery.prepared(template), List.of(value)).rows();
  }
}
