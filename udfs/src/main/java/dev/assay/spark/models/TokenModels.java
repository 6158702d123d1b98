package dev.assay.spark.models;

import dev.assay.model.EncodedText;
import dev.assay.model.RememberingEmbedder;
import dev.assay.model.TextBatch;
import dev.assay.model.TokenCosines;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEmbedder;
import dev.assay.model.onnx.TokenSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Fills the slot of the token embedder, and gives the support model its tokens. */
final class TokenModels {
  private TokenModels() {}

  /**
   * The configured encoder; its network is opened when it is first used.
   *
   * @param carried the tokens of the carried encoder
   */
  static Optional<TokenEmbedder> load(
      ExecutorModels here, TokenEmbedder carried, RememberingEmbedder embedder) {
    return switch (here.slots().tokens().kind()) {
      case TokenSpec.NONE -> Optional.empty();
      case TokenSpec.ONNX ->
          Optional.of(of(configured(here, here.slots().tokens().device()), embedder));
      default -> Optional.of(carried);
    };
  }

  /** What the configured encoder calls itself; loads nothing. */
  static Optional<String> id(ExecutorModels here) {
    return switch (here.slots().tokens().kind()) {
      case TokenSpec.NONE -> Optional.empty();
      case TokenSpec.ONNX -> Optional.of(id(configured(here, here.spec().device())));
      default -> Optional.of(id(carried(here.spec())));
    };
  }

  /**
   * The network that is named: the sentence embedder where it is that one, to load it once.
   *
   * @param device where it runs; its id is the same on any
   */
  private static ModelSpec configured(ExecutorModels here, String device) {
    TokenSpec wanted = here.slots().tokens();
    SlotModels.files("token-embedder", wanted.source(), wanted.revision());
    boolean same =
        here.spec().source().equals(wanted.source())
            && here.spec().maxLength() == wanted.maxLength();
    return same ? here.spec().withDevice(device) : wanted.network(device);
  }

  /** The carried encoder: the sentence embedder where it is that one. */
  static ModelSpec carried(ModelSpec embedder) {
    ModelSpec bundled = ModelSpec.bgeSmall();
    boolean same =
        embedder.source().equals(bundled.source())
            && embedder.maxLength() == bundled.maxLength()
            && embedder.pooling() == bundled.pooling()
            && embedder.normalise();
    return same ? embedder : bundled.withDevice(embedder.device());
  }

  /** The tokens of {@code network}; the texts' own vectors go to {@code embedder} if it is that. */
  static TokenEmbedder of(ModelSpec network, RememberingEmbedder embedder) {
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
      return offered(texts, network.get().encode(texts));
    }

    @Override
    public List<TextBatch<EncodedText>> toEncode(List<String> texts) {
      return network.get().toEncode(texts).stream()
          .map(batch -> batch.then(this::offered))
          .toList();
    }

    private List<EncodedText> offered(List<String> texts, List<EncodedText> encoded) {
      if (network.get().id().equals(embedder.id())) {
        for (int i = 0; i < encoded.size(); i++) {
          embedder.offer(texts.get(i), encoded.get(i).embedding());
        }
      }
      return encoded;
    }

    @Override
    public List<long[]> ids(List<String> texts) {
      return network.get().ids(texts);
    }

    @Override
    public TokenCosines cosines() {
      return network.get().cosines();
    }
  }
}
