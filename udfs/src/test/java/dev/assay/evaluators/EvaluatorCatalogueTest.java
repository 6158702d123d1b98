package dev.assay.evaluators;

import dev.assay.testing.GeneratedDocument;
import org.junit.jupiter.api.Test;

class EvaluatorCatalogueTest {

  @Test
  void theCatalogueIsWhatTheSpecsSay() {
    GeneratedDocument.check("docs/evaluators.md", EvaluatorCatalogue.of(Evaluators.all()));
  }
}
