package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import dev.assay.config.reading.ConfigException;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Stage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * What no stage could work with is told by a dry run, by the key's name: for every key of
 * reference.conf what its text there refuses, and what it allows at the very bound.
 */
class DryRunBoundsTest {
  private static final int AT_ONCE = 17;
  private static final Pattern LINE = Pattern.compile("([^|]+)\\|([^|]+)\\|([^{|]+)((?:\\{.+})?)");
  private static final ConfigLoader ONE_STAGE =
      ConfigLoader.defaults()
          .knowing(Stages.evaluators(), Stages.names())
          .set("pipeline.stages=[evaluate]");
  private static final Pattern WITH = Pattern.compile("\\{([^}]+)}");

  /**
   * @param with settings without which the key means nothing
   */
  record Bound(String key, List<String> refused, List<String> allowed, List<String> with) {}

  static List<Bound> bounds() throws IOException {
    Path root = Path.of(System.getProperty("assay.root"));
    List<Bound> bounds = new ArrayList<>();
    for (String line :
        Files.readAllLines(root.resolve("jobs/src/test/resources/dry-run/bounds.txt"))) {
      Matcher parts = LINE.matcher(line.strip());
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      assertThat(parts.matches()).as(line).isTrue();
      for (String key : words(parts.group(3))) {
        List<String> with = new ArrayList<>();
        Matcher settings = WITH.matcher(parts.group(4));
        while (settings.find()) {
          with.add(settings.group(1).replace("SLOT", key.replaceFirst("\\.[^.]+$", "")));
        }
        bounds.add(new Bound(key, words(parts.group(1)), words(parts.group(2)), with));
      }
    }
    return bounds;
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split(" +", -1));
  }

  /** Many keys are tried at once; one that is not told then, amid so many mistakes, alone. */
  @Test
  void whatLiesBeyondIsRefusedByNameAndTheBoundIsTaken() throws IOException {
    List<Bound> all = bounds();
    SoftAssertions told = new SoftAssertions();
    for (int from = 0; from < AT_ONCE; from++) {
      List<Bound> some = new ArrayList<>();
      for (int i = from; i < all.size(); i += AT_ONCE) {
        some.add(all.get(i));
      }
      for (int time = 0; time < 4; time++) {
        String together = problems(tried(some, Bound::refused, time));
        for (Setting one : tried(some, Bound::refused, time)) {
          if (!together.contains("'" + one.bound().key())) {
            told.assertThat(problems(List.of(one))).as(one.text()).contains(one.bound().key());
          }
        }
        List<Setting> allowed = tried(some, Bound::allowed, time);
        if (!problems(allowed).isEmpty()) {
          allowed.forEach(one -> told.assertThat(problems(List.of(one))).as(one.text()).isEmpty());
        }
      }
    }
    told.assertAll();
  }

  private record Setting(Bound bound, String value) {
    String text() {
      return bound.key() + "=" + value;
    }
  }

  private static List<Setting> tried(
      List<Bound> bounds, Function<Bound, List<String>> values, int time) {
    return bounds.stream()
        .filter(bound -> values.apply(bound).size() > time)
        .map(bound -> new Setting(bound, values.apply(bound).get(time)))
        .collect(Collectors.toList());
  }

  /** A key that is added has bounds, or is said to have none. */
  @Test
  void everyKeyOfTheReferenceIsTried() throws IOException {
    TreeSet<String> keys = new TreeSet<>();
    leaves("", ConfigFactory.parseResources(ConfigLoader.class, "reference.conf").root(), keys);
    assertThat(bounds().stream().map(Bound::key).collect(Collectors.toList()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(keys);
    assertThat(keys.size()).isGreaterThan(300);
  }

  private static void leaves(String at, ConfigObject block, TreeSet<String> keys) {
    for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
      String key = at.isEmpty() ? entry.getKey() : at + "." + entry.getKey();
      if (entry.getValue() instanceof ConfigObject inner && !inner.isEmpty()) {
        leaves(key, inner, keys);
      } else {
        keys.add(key);
      }
    }
  }

  /** What is told before anything runs; nothing where there is nothing to tell. */
  private static String problems(List<Setting> settings) {
    ConfigLoader loader = ONE_STAGE;
    for (Setting setting : settings) {
      for (String with : setting.bound().with()) {
        loader = loader.set(with);
      }
      loader = loader.set(setting.text());
    }
    try {
      loader.load(config -> Pipeline.RUN.stages(config).stream().map(Stage::name).toList());
      return "";
    } catch (ConfigException refused) {
      return refused.getMessage();
    }
  }

  /** A dry run is held to the same, and says all of it at once. */
  @Test
  void aDryRunTellsEveryProblemAtOnce() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Cli cli = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), nowhere);
    assertThatThrownBy(
            () ->
                cli.run(
                    "run",
                    "--dry-run",
                    "--set=calibrate.replicates=50",
                    "--set=pipeline.stages=[evaluate, aply]",
                    "--set=gate.systems=[\"\"]",
                    "--set=generate.endpoint=gpt"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("4 problems")
        .hasMessageContaining("'calibrate.replicates' is \"50\"")
        .hasMessageContaining("Unknown stage 'aply' (--set pipeline.stages). Did you mean 'apply'?")
        .hasMessageContaining("'gate.systems[0]' is \"\"")
        .hasMessageContaining("Unknown endpoint 'gpt' (--set generate.endpoint)");
  }
}
