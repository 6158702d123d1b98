package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The configurations that come with a clone find in it what they name. */
class ClonedConfigurationsTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  /** What stands for documents or labels that come with the program. */
  private static final List<String> WITHIN = List.of("bundled:demo", "planted-truth");

  @Test
  void whatTheReadmeNamesIsThereOrTheFileSaysWhereItComesFrom() throws IOException {
    Set<String> named = named();
    assertThat(named)
        .contains(
            "conf/example/labelled.conf",
            "conf/example/suite.conf",
            "conf/recorded.conf",
            "conf/grammar.conf",
            "conf/regulations.conf");
    for (String name : named) {
      Path file = ROOT.resolve(name);
      List<String> absent =
          inputs(ConfigLoader.defaults().file(file).load().config())
              .filter(input -> !WITHIN.contains(input) && !Files.exists(ROOT.resolve(input)))
              .toList();
      if (!absent.isEmpty()) {
        assertThat(absent).as(name).allMatch(input -> input.startsWith(".assay/"));
        assertThat(comments(file))
            .as(name)
            .contains("https://", "scripts/assay run --conf " + name);
      }
    }
  }

  @Test
  void theExamplesRunFromACloneAlone() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("conf/example"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".conf")).toList()) {
        AssayConfig config = ConfigLoader.defaults().file(file).load().config();
        assertThat(inputs(config).filter(input -> !WITHIN.contains(input)))
            .as(file.toString())
            .allSatisfy(input -> assertThat(ROOT.resolve(input)).exists());
        assertThat(config.store().path())
            .isEqualTo(".assay/example/" + file.getFileName().toString().replace(".conf", ""));
      }
    }
  }

  /** The configurations that the README names. */
  private static Set<String> named() throws IOException {
    return Pattern.compile("conf/[\\w/-]+\\.conf")
        .matcher(Files.readString(ROOT.resolve("README.md")))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The files and folders that a configuration reads. */
  private static Stream<String> inputs(AssayConfig config) {
    return Stream.of(
            config.systems().values().stream().flatMap(system -> system.path().stream()),
            config.label().sources().stream().map(source -> source.path()),
            config.corpus().sources().stream().map(source -> source.path()),
            config.tests().sources().stream().map(source -> source.path()),
            config.grammar().database().stream()
                .flatMap(
                    database ->
                        Stream.of(
                            config.grammar().templates(),
                            database.url().replace("jdbc:sqlite:", ""))))
        .flatMap(paths -> paths);
  }

  private static String comments(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("#"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void nothingIsNamedOutsideOfAClone() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("conf"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".conf")).toList()) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContain("\"../");
      }
    }
  }
}
