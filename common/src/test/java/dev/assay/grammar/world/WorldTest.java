package dev.assay.grammar.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldTest {
  private static final World WORLD = World.of(20260101, 24, 0.1);

  @Test
  void sameSeedSameWorldOtherSeedOtherWorld() {
    assertThat(World.of(20260101, 24, 0.1)).isEqualTo(WORLD);
    assertThat(World.of(1, 24, 0.1).documents()).isNotEqualTo(WORLD.documents());
  }

  @Test
  void peopleKnowEveryRowByAnotherNameUpToTheLargestBank() {
    for (World world : List.of(WORLD, World.of(3, BankTables.most(), 0))) {
      assertThat(world.tables())
          .allSatisfy(
              table ->
                  assertThat(table.rows())
                      .extracting(row -> row.get(table.key()))
                      .doesNotHaveDuplicates());
      assertThat(world.tables()).extracting(WorldTable::name).isEqualTo(World.TABLES);
    }
  }

  @Test
  void everyFactOfARowIsToldInItsDocumentOrIsAListedGapOrNull() {
    BankRows rows = new BankRows(WORLD.tables());
    String corpus = String.join("\n", WORLD.documents().values());
    int told = 0;
    List<Gap> untold = new ArrayList<>();
    for (FactSentence sentence : FactSentence.all().stream().filter(FactSentence::own).toList()) {
      for (var row : table(sentence.table()).rows()) {
        String key = rows.key(sentence.table(), row);
        if (row.get(sentence.column()) == null) {
          assertThat(corpus).doesNotContain("The client " + key + " has null");
        } else if (corpus.contains(sentence.of(row, rows).orElseThrow())) {
          told++;
        } else {
          untold.add(
              new Gap(
                  sentence.table(),
                  key,
                  sentence.column(),
                  FactSentence.written(row.get(sentence.column())),
                  ""));
        }
      }
    }
    // 6 branches of 3 facts, 16 advisers of 2, 24 clients of 3 less 2 NULLs, 12 products of 3, 36
    // contracts of 2.
    assertThat(told + untold.size()).isEqualTo(6 * 3 + 16 * 2 + 24 * 3 - 2 + 12 * 3 + 36 * 2);
    assertThat(
            WORLD.gaps().stream()
                .map(gap -> new Gap(gap.table(), gap.key(), gap.column(), gap.value(), "")))
        .containsExactlyInAnyOrderElementsOf(untold);
    assertThat(World.of(1, 24, 0).gaps()).isEmpty();
  }

  @Test
  void whatIsLeftOutIsLeftOutWhereOthersWouldTellItToo() {
    World world = World.of(5, 40, 0.5);
    BankRows rows = new BankRows(world.tables());
    List<Gap> cities =
        world.gaps().stream()
            .filter(gap -> gap.table().equals("branch") && gap.column().equals("city"))
            .toList();
    assertThat(cities).isNotEmpty();
    for (Gap gap : cities) {
      for (var adviser : world.tables().get(1).rows()) {
        if (rows.key("branch", rows.joined("adviser", adviser, "branch").orElseThrow())
            .equals(gap.key())) {
          assertThat(String.join("\n", world.documents().values()))
              .doesNotContain("The branch of the adviser " + adviser.get("name") + " is in");
        }
      }
    }
  }

  @Test
  void theFileHoldsTheRowsAndTheSqlMakesThemAgainInOtherEngines(@TempDir Path directory)
      throws Exception {
    WorldFiles.write(WORLD, directory);
    Map<String, String> sqlite = content("jdbc:sqlite:" + directory.resolve("bank.sqlite"), false);
    assertThat(sqlite.get("client")).contains("Brackwater");
    for (String url : List.of("jdbc:h2:mem:world", "jdbc:duckdb:")) {
      assertThat(content(url, true)).as(url).isEqualTo(sqlite);
    }
    assertThat(Files.readString(directory.resolve("bank.sql"))).isEqualTo(WorldSql.of(WORLD));
    assertThat(Files.readAllLines(directory.resolve("gaps.jsonl")))
        .hasSameSizeAs(WORLD.gaps())
        .allMatch(line -> line.matches("\\{\"table\":.*\"document\":\".*\\.md\"}"));
  }

  @Test
  void anotherWorldLeavesNoDocumentOfTheFirst(@TempDir Path directory) throws Exception {
    WorldFiles.write(WORLD, directory);
    Files.writeString(directory.resolve("documents/notes.md"), "Mine.");
    WorldFiles.write(World.of(9, 8, 0), directory);
    try (var files = Files.walk(directory.resolve("documents"))) {
      assertThat(files.filter(Files::isRegularFile).count())
          .isEqualTo(World.of(9, 8, 0).documents().size() + 1);
    }
  }

  @Test
  void sizesAndSharesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> World.of(1, 3, 0)).hasMessageContaining("Allowed: 4 to 576");
    assertThatThrownBy(() -> World.of(1, 577, 0)).hasMessageContaining("Allowed: 4 to 576");
    assertThatThrownBy(() -> World.of(1, 20, 1)).hasMessageContaining("from 0 to below 1");
  }

  private static WorldTable table(String name) {
    return WORLD.tables().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  /** All values of the tables as text, by table; of timestamps the minute. */
  private static Map<String, String> content(String url, boolean fill) throws SQLException {
    Map<String, String> all = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      if (fill) {
        for (String sql : WorldSql.statements(WORLD)) {
          statement.execute(sql);
        }
      }
      for (WorldTable table : WORLD.tables()) {
        List<String> columns =
            table.rows().stream()
                .flatMap(row -> row.keySet().stream())
                .filter(column -> !column.equals("updated_at"))
                .distinct()
                .sorted()
                .toList();
        StringBuilder text = new StringBuilder();
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT %s FROM %s ORDER BY %s"
                    .formatted(
                        String.join(", ", columns), table.name(), WorldTable.id(table.name())))) {
          while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (String column : columns) {
              values.add(
                  String.valueOf(rows.getString(column))
                      .replaceFirst("(\\.\\d*?)0+$", "$1")
                      .replaceFirst("\\.$", ""));
            }
            text.append(values.stream().collect(Collectors.joining("|"))).append('\n');
          }
        }
        all.put(table.name(), text.toString());
      }
    }
    return all;
  }
}
