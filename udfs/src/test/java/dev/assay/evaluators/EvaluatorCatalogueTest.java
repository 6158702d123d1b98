package dev.assay.evaluators;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.GeneratedDocument;
import org.junit.jupiter.api.Test;

class EvaluatorCatalogueTest {

  @Test
  void theCatalogueIsWhatTheSpecsSay() {
    assertThat(
            GeneratedDocument.stale("docs/evaluators.md", EvaluatorCatalogue.of(Evaluators.all())))
        .isEmpty();
  }
}
