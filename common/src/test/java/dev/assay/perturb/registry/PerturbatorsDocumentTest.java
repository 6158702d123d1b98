package dev.assay.perturb.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.perturb.Perturbator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PerturbatorsDocumentTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  @Test
  void theDocumentHasEveryPerturbatorAsItIs() throws IOException {
    String document = Files.readString(ROOT.resolve("docs/robustness.md"));
    List<Perturbator> all = new ArrayList<>(Perturbators.all());
    all.addAll(Perturbators.ofPassages());
    all.addAll(Perturbators.ofModels());
    for (Perturbator one : all) {
      assertThat(document)
          .contains(
              "| `%s` | `%s` | %s | %s |"
                  .formatted(
                      one.id(), one.meaning().id(), one.graded() ? "yes" : "no", one.what()));
    }
    assertThat(document.lines().filter(line -> line.matches("\\| `\\w+` \\| `\\w+` \\|.*")))
        .hasSameSizeAs(all);
  }
}
