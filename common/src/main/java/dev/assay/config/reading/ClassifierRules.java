package dev.assay.config.reading;

import dev.assay.config.models.ModelsConfig;
import dev.assay.model.onnx.ClassifierSpec;
import java.util.List;

/** What the slots of classifiers allow. */
record ClassifierRules(Checks checks) {

  private static final String ONNX = "onnx";
  private static final String NONE = "none";
  private static final String LINEAR = "linear";
  private static final String EXEMPLARS = "exemplars";
  private static final String BUNDLED = "bundled:";
  private static final List<String> BUNDLED_TOXICITY = List.of("bundled:toxicity-v1");

  void check(ModelsConfig models) {
    slot(models.toxicity(), Key.of("models.toxicity"), LINEAR, ONNX, NONE);
    slot(models.bias(), Key.of("models.bias"), ONNX, NONE);
    slot(models.tone(), Key.of("models.tone"), ONNX, NONE);
    slot(models.topic(), Key.of("models.topic"), EXEMPLARS, ONNX, NONE);
    slot(models.sentiment(), Key.of("models.sentiment"), "vader", ONNX, NONE);
    slot(models.ner(), Key.of("models.ner"), ONNX, NONE);
    slot(models.languageId(), Key.of("models.language-id"), "opennlp", ONNX, NONE);
    slot(models.crossEncoder(), Key.of("models.cross-encoder"), ONNX, NONE);
    checks.text(models.trainToxicity().data(), "models.train-toxicity.data");
    checks.text(models.trainToxicity().path(), "models.train-toxicity.path");
  }

  private void slot(ClassifierSpec classifier, Key key, String... kinds) {
    Key source = key.child("source");
    String kind = classifier.kind();
    checks.oneOf(List.of(kinds), kind, key.child("kind"), "kind");
    boolean bundled = classifier.source().startsWith(BUNDLED);
    if (kind.equals(LINEAR)) {
      checks.require(
          !classifier.source().isBlank(),
          source,
          BUNDLED_TOXICITY.get(0) + ", or a file of weights, with kind = linear",
          key.child("kind"));
      if (bundled) {
        checks.oneOf(BUNDLED_TOXICITY, classifier.source(), source, "bundled model");
      }
    } else if (kind.equals(ONNX) || kind.equals(EXEMPLARS)) {
      String what = kind.equals(ONNX) ? "a directory or URI" : "a file or folder of texts";
      checks.require(
          !classifier.source().isBlank() && !bundled,
          source,
          what + " with kind = " + kind,
          key.child("kind"));
    }
    checks.oneOf(
        List.of("sigmoid", "softmax"),
        classifier.activation(),
        key.child("activation"),
        "activation");
    checks.atLeast(8, classifier.maxLength(), key.child("max-length").toString());
    checks.atLeast(1, classifier.batchSize(), key.child("batch-size").toString());
  }
}
