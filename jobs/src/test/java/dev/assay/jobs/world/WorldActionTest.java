package dev.assay.jobs.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.LocalAction.Words;
import dev.assay.jobs.engine.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldActionTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Words words(List<String> files, Map<String, Integer> numbers) {
    return new Words(
        files, Map.of(), numbers, ConfigLoader.defaults().load().config(), new PrintStream(out));
  }

  @Test
  void theBankOfACloneIsTheOneThatTheCommandWrites(@TempDir Path directory) throws Exception {
    Path bank = directory.resolve("new/bank");
    new WorldAction().run(words(List.of(bank.toString()), Map.of()));
    Path clone = ROOT.resolve("conf/example/grammar");
    assertThat(texts(bank)).isEqualTo(texts(clone));
    assertThat(out.toString())
        .contains("with 94 rows, 92 documents, ")
        .contains(Files.readAllLines(clone.resolve("gaps.jsonl")).size() + " facts left out");
    for (Path file : List.of(bank, clone)) {
      try (var connection =
              DriverManager.getConnection("jdbc:sqlite:" + file.resolve("bank.sqlite"));
          var rows =
              connection.createStatement().executeQuery("SELECT SUM(amount) FROM contract")) {
        rows.next();
        assertThat(rows.getBigDecimal(1)).as("%s", file).isEqualByComparingTo(sum(clone));
      }
    }
  }

  /** The sum by the statements' text. */
  private static java.math.BigDecimal sum(Path directory) throws IOException {
    return Files.readAllLines(directory.resolve("bank.sql")).stream()
        .filter(line -> line.startsWith("INSERT INTO contract (amount,"))
        .map(line -> new java.math.BigDecimal(line.replaceAll(".*VALUES \\(([\\d.]+),.*", "$1")))
        .reduce(java.math.BigDecimal.ZERO, java.math.BigDecimal::add);
  }

  private static SortedMap<String, String> texts(Path directory) throws IOException {
    SortedMap<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file :
          files.filter(one -> one.toString().matches(".*\\.(md|sql|jsonl)")).toList()) {
        texts.put(directory.relativize(file).toString(), Files.readString(file));
      }
    }
    return texts;
  }

  @Test
  void whatCannotBeIsSaidBeforeAnythingIsWritten(@TempDir Path directory) {
    String bank = directory.resolve("bank").toString();
    assertThatThrownBy(() -> new WorldAction().run(words(List.of(), Map.of())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("name one directory");
    assertThatThrownBy(
            () -> new WorldAction().run(words(List.of(bank), Map.of("--clients", 9_999))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("9999 clients. Allowed: 4 to 576");
    assertThatThrownBy(() -> new WorldAction().run(words(List.of(bank), Map.of("--gaps", 100))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("from 0 to below 1");
    assertThat(directory.resolve("bank")).doesNotExist();
  }
}
