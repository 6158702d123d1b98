package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.models.ModelsConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Slot;
import dev.assay.model.ModelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelSettingsTest {
  @TempDir Path folder;

  @Test
  void exampleQuestionsFillTheSlotOfTopics() throws Exception {
    Path file = folder.resolve("questions.txt");
    assertThat(ModelSettings.ids(ConfigLoader.defaults().load().config().models()))
        .doesNotContainKey(Slot.TOPIC);
    Files.write(file, IntStream.range(0, 40).mapToObj(i -> "Is fee " + i + " due?").toList());
    assertThat(ModelSettings.ids(topics(file)).get(Slot.TOPIC)).startsWith("questions.txt@");
    Files.write(file, List.of("Is the fee due?"));
    assertThatThrownBy(() -> ModelSettings.ids(topics(file)))
        .as("before any task runs")
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.topic.source");
  }

  /** Where a network runs is known before its files are looked for; these are not there. */
  @Test
  void aSlotSaysWhereItsNetworkRunsAndOthersGoByTheGeneralKey() {
    String ner = "models.ner={kind=onnx,source=ner}";
    assertThat(ModelSettings.models(models(ner)).devices())
        .isEqualTo(Map.of(Slot.EMBEDDER, "cpu", Slot.NER, "cpu"));
    assertThat(
            ModelSettings.models(models("models.device=cuda", "models.embedder.device=cpu"))
                .devices())
        .as("slots without a network want no GPU")
        .isEqualTo(Map.of(Slot.EMBEDDER, "cpu"));
    assertThatThrownBy(() -> ModelSettings.models(models(ner, "models.ner.device=cuda")).devices())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.ner.device or models.device = cuda");
    assertThatThrownBy(
            () ->
                ModelSettings.models(
                        models(ner, "models.device=cuda", "models.embedder.device=cpu"))
                    .devices())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.ner.device or models.device = cuda");
  }

  private static ModelsConfig models(String... settings) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load().config().models();
  }

  private static ModelsConfig topics(Path source) {
    return ConfigLoader.defaults()
        .set("models.topic.kind=exemplars")
        .set("models.topic.source=" + source)
        .load()
        .config()
        .models();
  }
}
