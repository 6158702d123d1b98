package dev.assay.spark.models;

import dev.assay.model.EntailmentModel;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.OnnxEntailment;
import dev.assay.support.SupportFile;
import dev.assay.support.SupportModel;
import java.util.Optional;

/** Fills the entailment slot. */
final class EntailmentModels {
  private EntailmentModels() {}

  /**
   * The model of {@code here}; its network is opened when it is first used.
   *
   * @param tokens of the carried encoder, which the support model was fitted on
   */
  static Optional<EntailmentModel> load(ExecutorModels here, TokenEmbedder tokens) {
    EntailmentSpec wanted = here.slots().entailment();
    if (wanted.kind().equals(EntailmentSpec.NONE)) {
      return Optional.empty();
    }
    if (!wanted.kind().equals(EntailmentSpec.SUPPORT)) {
      boolean whole = wanted.kind().equals(EntailmentSpec.CONSISTENCY);
      return Optional.of(
          new OnnxEntailment(
              wanted.network(wanted.device()),
              SlotModels.files("entailment", wanted.source(), wanted.revision()),
              whole,
              wanted.weightNorms(),
              wanted.remember()));
    }
    SupportFile weights = SupportFile.of(here.slots().entailment().source());
    return Optional.of(new SupportModel(weights, tokens, wanted.remember(), here.disk()));
  }

  /** What the model of {@code parameters} calls itself. */
  static Optional<String> id(ExecutorModels parameters) {
    EntailmentSpec wanted = parameters.slots().entailment();
    if (wanted.kind().equals(EntailmentSpec.NONE)) {
      return Optional.empty();
    }
    if (!wanted.kind().equals(EntailmentSpec.SUPPORT)) {
      return Optional.of(
          OnnxEntailment.id(
              wanted.network("cpu"),
              SlotModels.files("entailment", wanted.source(), wanted.revision()),
              wanted.weightNorms()));
    }
    SupportFile weights = SupportFile.of(parameters.slots().entailment().source());
    return Optional.of(weights.id(TokenModels.id(TokenModels.carried(parameters.spec()))));
  }
}
