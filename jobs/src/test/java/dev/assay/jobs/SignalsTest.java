package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A process that is asked to end while networks compute, as they do in most of a run. */
class SignalsTest {
  private static final int TERMINATED = 143;

  @Test
  void aSignalEndsNetworksFirstAndThenTheProcessWithItsCode() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-cp",
                System.getProperty("java.class.path"),
                Computing.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = output.readLine();
      while (line != null && !line.equals(Computing.BEGUN)) {
        line = output.readLine();
      }
      assertThat(line).isEqualTo(Computing.BEGUN);
      process.toHandle().destroy(); // SIGTERM; the output stays open
      List<String> said = output.lines().toList();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(said)
          .singleElement()
          .asString()
          .contains("stopped by SIGTERM", "the same command goes on");
      assertThat(process.exitValue()).isEqualTo(TERMINATED);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Embeds for ever on several threads. */
  static final class Computing {
    static final String BEGUN = "computing";
    private static final int THREADS = 4;

    private Computing() {}

    /** Takes no words. */
    public static void main(String[] words) throws InterruptedException {
      Signals.watch(System.err, code -> {});
      OnnxEmbedder embedder = new OnnxEmbedder(ModelSpec.bgeSmall());
      List<String> texts = List.of("A card costs $9. ".repeat(40));
      CountDownLatch under = new CountDownLatch(THREADS);
      for (int thread = 0; thread < THREADS; thread++) {
        new Thread(
                () -> {
                  embedder.embed(texts);
                  under.countDown();
                  while (true) {
                    embedder.embed(texts);
                  }
                })
            .start();
      }
      under.await();
      System.out.println(BEGUN);
    }
  }
}
