package dev.assay.evaluators.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.error.YAMLException;

class PlainYamlTest {
  @Test
  void readsWhatJsonCouldSay() {
    Object read = PlainYaml.of("tests:\n- {a: 1, b: [x, true]}\n", 1000).load("a: 1");
    assertThat(read).isEqualTo(Map.of("a", 1));
  }

  @Test
  void refusesAliasesDepthAndTypes() {
    for (String hostile :
        List.of(
            "a: &a [x, x]\nb: [*a, *a]",
            "a: &a text\nb: *a",
            "&a [*a]",
            "[".repeat(200) + "]".repeat(200))) {
      assertThatThrownBy(() -> PlainYaml.of(hostile, 10_000).load(hostile))
          .as(hostile)
          .isInstanceOf(YAMLException.class);
    }
    String type = "!!java.net.URL ['http://x']";
    assertThatThrownBy(() -> PlainYaml.of(type, 100).load(type)).isInstanceOf(YAMLException.class);
  }
}
