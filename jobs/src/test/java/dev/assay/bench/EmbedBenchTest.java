package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.onnx.ModelSpec;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** This ONNX Runtime is built without CUDA, and nobody has a GPU here. */
@Tag("slow")
class EmbedBenchTest {

  /** The path of {@code --device cuda} with batches by tokens, on the CPU. */
  @Test
  void measuresAStageWithTheBatchesOfAGpu() throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      EmbedBench.measure(BenchTexts.generated(64), ModelSpec.PADDED_CPU);
    } finally {
      System.setOut(out);
    }
    // Four tasks, whose 16 texts are fewer tokens than the 64 × 128 of a batch: a run each, and one
    // by which the model says its dimension. In batches of one length they would be many more.
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("embed stage", "64 texts in")
        .containsPattern("networks: [45] runs")
        .contains("ratio ");
  }

  @Test
  void takesNumberCorpusAndDevice() throws Exception {
    assertThat(EmbedArguments.of().texts()).isEqualTo(20_000);
    assertThat(EmbedArguments.of().device()).isEqualTo("cpu");
    EmbedArguments given = EmbedArguments.of("--device", "auto", "40");
    assertThat(given.texts()).isEqualTo(40);
    assertThat(given.where()).isEqualTo("cpu");
    assertThat(given.read()).hasSize(40);
  }

  @Test
  void saysInOneLineWhatIsWrong() throws Exception {
    refuses(64, "--device 'tpu'; allowed: cpu, cuda, auto", "--device", "tpu");
    refuses(64, "--device ''; allowed: cpu, cuda, auto", "--device");
    refuses(64, "unknown option '--devise'. Known: --device", "--devise", "cuda");
    refuses(64, "number of texts 'x'; allowed: 2 or more", "x");
    refuses(64, "the corpus 'no/such.jsonl' cannot be read", "40", "no/such.jsonl");
    EmbedArguments cuda = EmbedArguments.of("40", "--device", "cuda");
    assertThatThrownBy(cuda::where)
        .hasMessageContaining("--device cuda: GPU 0 of this machine cannot be used")
        .hasMessageContaining("built without CUDA, mvn -Pgpu brings one with it")
        .hasMessageNotContaining("\n")
        .satisfies(e -> assertThat(((EmbedArguments.Unusable) e).exitCode()).isEqualTo(1));
  }

  private static void refuses(int exitCode, String message, String... words) {
    assertThatThrownBy(() -> EmbedArguments.of(words))
        .hasMessage(message)
        .satisfies(e -> assertThat(((EmbedArguments.Unusable) e).exitCode()).isEqualTo(exitCode));
  }
}
