package dev.assay.spark;

import dev.assay.model.EncodedText;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntailmentSpec;
import dev.assay.model.ModelSpec;
import dev.assay.model.OnnxEmbedder;
import dev.assay.model.OnnxEntailment;
import dev.assay.model.RememberingEmbedder;
import dev.assay.model.TokenEmbedder;
import dev.assay.support.SupportFile;
import dev.assay.support.SupportModel;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Fills the entailment slot. */
final class EntailmentModels {
  private EntailmentModels() {}

  /** The model of {@code here}; its network is opened when it is first used. */
  static Optional<EntailmentModel> load(ExecutorModels here, TokenEmbedder tokens) {
    EntailmentSpec wanted = here.slots().entailment();
    if (wanted.kind().equals(EntailmentSpec.NONE)) {
      return Optional.empty();
    }
    if (!wanted.kind().equals(EntailmentSpec.SUPPORT)) {
      boolean whole = wanted.kind().equals(EntailmentSpec.CONSISTENCY);
      return Optional.of(
          new OnnxEntailment(
              wanted.network(here.spec().device()),
              SlotModels.files("entailment", wanted.source(), wanted.revision()),
              whole,
              wanted.remember()));
    }
    SupportFile weights = SupportFile.of(here.slots().entailment().source());
    return Optional.of(new SupportModel(weights, tokens, here.slots().entailment().remember()));
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
              SlotModels.files("entailment", wanted.source(), wanted.revision())));
    }
    SupportFile weights = SupportFile.of(parameters.slots().entailment().source());
    return Optional.of(weights.id(id(tokens(parameters.spec()))));
  }

  /** The network that the weights were fitted on: the sentence embedder where it is that one. */
  static ModelSpec tokens(ModelSpec embedder) {
    ModelSpec bundled = ModelSpec.bgeSmall();
    boolean same =
        embedder.source().equals(bundled.source())
            && embedder.maxLength() == bundled.maxLength()
            && embedder.pooling() == bundled.pooling()
            && embedder.normalise();
    return same ? embedder : bundled.withDevice(embedder.device());
  }

  /** Its tokens; the texts' own vectors, which come with them, go to {@code embedder}. */
  static TokenEmbedder tokens(ModelSpec spec, RememberingEmbedder embedder) {
    ModelSpec network = tokens(spec);
    return new Tokens(id(network), () -> ExecutorModels.network(network), embedder);
  }

  static String id(ModelSpec spec) {
    return OnnxEmbedder.id(spec.withEngine(ModelSpec.ONNX), ModelLocation.files(spec.source()));
  }

  /** The network's tokens; the texts' own vectors, which come with them, go to the embedder. */
  private record Tokens(String id, Supplier<OnnxEmbedder> network, RememberingEmbedder embedder)
      implements TokenEmbedder {

    @Override
    public List<EncodedText> encode(List<String> texts) {
      OnnxEmbedder model = network.get();
      List<EncodedText> encoded = model.encode(texts);
      if (model.id().equals(embedder.id())) {
        for (int i = 0; i < encoded.size(); i++) {
          embedder.offer(texts.get(i), encoded.get(i).embedding());
        }
      }
      return encoded;
    }
  }
}
