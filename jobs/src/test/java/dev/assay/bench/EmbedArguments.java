package dev.assay.bench;

import dev.assay.model.onnx.Gpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code [number of texts] [corpus] [--device cpu|cuda|auto]}.
 *
 * @param texts how many; 20000 unless it is given
 * @param corpus JSON Lines with a field {@code text}; generated texts without one
 * @param device {@code cpu} unless it is given; {@code auto} is a GPU where one can be used
 */
record EmbedArguments(int texts, Optional<Path> corpus, String device) {
  private static final Set<String> DEVICES = Set.of("cpu", "cuda", "auto");
  private static final int USAGE = 64;

  /** Why nothing can be measured, in one line. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    private Unusable(int exitCode, String message) {
      super(message);
      this.exitCode = exitCode;
    }

    int exitCode() {
      return exitCode;
    }
  }

  static EmbedArguments of(String... words) throws Unusable {
    List<String> places = new ArrayList<>();
    String device = "cpu";
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("--device")) {
        device = i + 1 < words.length ? words[++i] : "";
        if (!DEVICES.contains(device)) {
          throw new Unusable(USAGE, "--device '" + device + "'; allowed: cpu, cuda, auto");
        }
      } else if (words[i].startsWith("-")) {
        throw new Unusable(USAGE, "unknown option '" + words[i] + "'. Known: --device");
      } else {
        places.add(words[i]);
      }
    }
    if (places.size() > 2) {
      throw new Unusable(USAGE, "'" + places.get(2) + "' is one argument too many");
    }
    Optional<Path> corpus =
        places.size() > 1 ? Optional.of(Path.of(places.get(1))) : Optional.empty();
    if (corpus.isPresent() && !Files.isReadable(corpus.get())) {
      throw new Unusable(USAGE, "the corpus '" + corpus.get() + "' cannot be read");
    }
    return new EmbedArguments(places.isEmpty() ? 20_000 : number(places.get(0)), corpus, device);
  }

  private static int number(String word) throws Unusable {
    try {
      int number = Integer.parseInt(word);
      if (number >= 2) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new Unusable(USAGE, "number of texts '" + word + "'; allowed: 2 or more");
  }

  /** The device as a model's parameters have it: {@code cpu} or {@code gpu:0}. */
  String where() throws Unusable {
    if (device.equals("cpu")) {
      return device;
    }
    Optional<String> whyNot = Gpus.whyNot(0);
    if (whyNot.isEmpty()) {
      return "gpu:0";
    }
    if (device.equals("cuda")) {
      throw new Unusable(
          1,
          "--device cuda: GPU 0 of this machine cannot be used: "
              + whyNot.get().lines().findFirst().orElse("")
              + " (what a GPU needs: docs/operations.md, GPUs)");
    }
    System.out.println("on the CPU; GPU 0 cannot be used: " + whyNot.get());
    return "cpu";
  }

  List<String> read() throws IOException {
    return corpus.isPresent()
        ? BenchTexts.recombined(corpus.get(), texts)
        : BenchTexts.generated(texts);
  }
}
