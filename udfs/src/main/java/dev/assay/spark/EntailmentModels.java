package dev.assay.spark;

import dev.assay.model.EncodedText;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntailmentSpec;
import dev.assay.model.ModelException;
import dev.assay.model.ModelFiles;
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
    EntailmentSpec wanted = here.entailment();
    if (wanted.kind().equals(EntailmentSpec.NONE)) {
      return Optional.empty();
    }
    if (!wanted.kind().equals(EntailmentSpec.SUPPORT)) {
      boolean whole = wanted.kind().equals(EntailmentSpec.CONSISTENCY);
      return Optional.of(
          new OnnxEntailment(
              wanted.network(here.spec().device()), files(wanted), whole, wanted.remember()));
    }
    SupportFile weights = SupportFile.of(here.entailment().source());
    return Optional.of(new SupportModel(weights, tokens, here.entailment().remember()));
  }

  /** What the model of {@code parameters} calls itself. */
  static Optional<String> id(ExecutorModels parameters) {
    EntailmentSpec wanted = parameters.entailment();
    if (wanted.kind().equals(EntailmentSpec.NONE)) {
      return Optional.empty();
    }
    if (!wanted.kind().equals(EntailmentSpec.SUPPORT)) {
      return Optional.of(OnnxEntailment.id(wanted.network("cpu"), files(wanted)));
    }
    SupportFile weights = SupportFile.of(parameters.entailment().source());
    return Optional.of(weights.id(id(tokens(parameters.spec()))));
  }

  /** The files, which must be of the revision that is asked for. */
  private static ModelFiles files(EntailmentSpec wanted) {
    ModelFiles files = ModelLocation.files(wanted.source());
    if (!files.revision().startsWith(wanted.revision())) {
      throw new ModelException(
          "The model '%s' has revision %s; models.entailment.revision asks for %s"
              .formatted(wanted.source(), files.revision(), wanted.revision()));
    }
    return files;
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
