package dev.assay.spark.models;

import dev.assay.core.Slot;
import dev.assay.language.OpenNlpLanguages;
import dev.assay.model.ClassifierLanguages;
import dev.assay.model.ClassifierSentiment;
import dev.assay.model.CrossEncoder;
import dev.assay.model.Embedder;
import dev.assay.model.EntityRecogniser;
import dev.assay.model.ExemplarClassifier;
import dev.assay.model.Exemplars;
import dev.assay.model.LanguageIdentifier;
import dev.assay.model.LanguageModel;
import dev.assay.model.ModelException;
import dev.assay.model.NgramModel;
import dev.assay.model.SentimentModel;
import dev.assay.model.TextClassifier;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.ModelFiles;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxCausalModel;
import dev.assay.model.onnx.OnnxCrossEncoder;
import dev.assay.model.onnx.OnnxEncoderDecoder;
import dev.assay.model.onnx.OnnxEntityRecogniser;
import dev.assay.model.onnx.OnnxTextClassifier;
import dev.assay.sentiment.Vader;
import dev.assay.toxicity.ToxicityFile;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fills the slots of classifiers, sentiment, entities, languages, pairs and of the language model.
 */
final class SlotModels {
  private SlotModels() {}

  /**
   * The classifiers of whole texts that are configured.
   *
   * @param embedder the run's
   */
  static Map<Slot, TextClassifier> classifiers(ExecutorModels here, Embedder embedder) {
    Map<Slot, TextClassifier> filled = new EnumMap<>(Slot.class);
    for (Slot slot : List.of(Slot.TOXICITY, Slot.BIAS, Slot.TONE, Slot.TOPIC)) {
      wanted(here, slot)
          .ifPresent(spec -> filled.put(slot, classifier(here, slot, spec, embedder)));
    }
    return filled;
  }

  private static TextClassifier classifier(
      ExecutorModels here, Slot slot, ClassifierSpec spec, Embedder embedder) {
    return switch (spec.kind()) {
      case ClassifierSpec.LINEAR -> ToxicityFile.of(spec.source()).over(carried(here, embedder));
      case ClassifierSpec.EXEMPLARS -> new ExemplarClassifier(exemplars(spec), embedder);
      default -> network(slot, spec);
    };
  }

  private static Exemplars exemplars(ClassifierSpec spec) {
    return Exemplars.read(spec.source(), ModelLocation.texts(spec.source()));
  }

  /** What judges sentiment. */
  static Optional<SentimentModel> sentiment(ExecutorModels here) {
    return wanted(here, Slot.SENTIMENT)
        .map(
            spec ->
                spec.kind().equals(ClassifierSpec.VADER)
                    ? new Vader()
                    : new ClassifierSentiment(network(Slot.SENTIMENT, spec)));
  }

  /** What finds named entities. */
  static Optional<EntityRecogniser> entities(ExecutorModels here) {
    return wanted(here, Slot.NER)
        .map(spec -> new OnnxEntityRecogniser(spec, files(Slot.NER, spec), spec.device()));
  }

  /** What identifies languages. */
  static Optional<LanguageIdentifier> languages(ExecutorModels here) {
    return wanted(here, Slot.LANGUAGE_ID)
        .map(
            spec ->
                spec.kind().equals(ClassifierSpec.OPENNLP)
                    ? new OpenNlpLanguages()
                    : new ClassifierLanguages(network(Slot.LANGUAGE_ID, spec)));
  }

  /** What compares two texts. */
  static Optional<CrossEncoder> crossEncoder(ExecutorModels here) {
    return wanted(here, Slot.CROSS_ENCODER)
        .map(spec -> new OnnxCrossEncoder(spec, files(Slot.CROSS_ENCODER, spec), spec.device()));
  }

  private static OnnxTextClassifier network(Slot slot, ClassifierSpec spec) {
    return new OnnxTextClassifier(spec, files(slot, spec), spec.device());
  }

  /** The carried embedder, which the weights were fitted on: the run's where it is that one. */
  private static Embedder carried(ExecutorModels here, Embedder embedder) {
    ModelSpec bge = TokenModels.carried(here.spec());
    return bge.equals(here.spec()) ? embedder : here.remembering(bge);
  }

  private static Optional<ClassifierSpec> wanted(ExecutorModels here, Slot slot) {
    return Optional.ofNullable(here.slots().classifiers().get(slot));
  }

  /** The language model, if one is configured. */
  static Optional<LanguageModel> languageModel(ExecutorModels here) {
    CausalSpec spec = here.slots().causal();
    if (spec.kind().equals(CausalSpec.NGRAM)) {
      List<String> texts = ModelLocation.texts(spec.source());
      return Optional.of(new NgramModel(NgramModel.id(name(spec), texts), texts));
    }
    return switch (spec.kind()) {
      case CausalSpec.NONE -> Optional.empty();
      case CausalSpec.ENCODER_DECODER ->
          Optional.of(new OnnxEncoderDecoder(spec, files(spec), spec.device()));
      default -> Optional.of(new OnnxCausalModel(spec, files(spec), spec.device()));
    };
  }

  /** What they call themselves; loads nothing. */
  static Map<Slot, String> ids(ExecutorModels here) {
    Map<Slot, String> ids = new EnumMap<>(Slot.class);
    here.slots().classifiers().forEach((slot, spec) -> ids.put(slot, id(here, slot, spec)));
    CausalSpec causal = here.slots().causal();
    if (causal.kind().equals(CausalSpec.NGRAM)) {
      String id = NgramModel.id(name(causal), ModelLocation.texts(causal.source()));
      ids.put(Slot.LANGUAGE_MODEL, id);
    } else if (!causal.kind().equals(CausalSpec.NONE)) {
      ids.put(Slot.LANGUAGE_MODEL, OnnxCausalModel.id(causal, files(causal)));
    }
    return ids;
  }

  /** The files of {@code source}, which must be of the revision that the configuration asks for. */
  static ModelFiles files(String slot, String source, String revision) {
    ModelFiles files = ModelLocation.files(source);
    if (!files.revision().startsWith(revision)) {
      throw new ModelException(
          "The model '%s' has revision %s; models.%s.revision asks for %s"
              .formatted(source, files.revision(), slot, revision));
    }
    return files;
  }

  private static String id(ExecutorModels here, Slot slot, ClassifierSpec spec) {
    return switch (spec.kind()) {
      case ClassifierSpec.LINEAR ->
          ToxicityFile.of(spec.source()).id(TokenModels.id(TokenModels.carried(here.spec())));
      case ClassifierSpec.EXEMPLARS -> exemplars(spec).id(TokenModels.id(here.spec()));
      case ClassifierSpec.VADER -> new Vader().id();
      case ClassifierSpec.OPENNLP -> new OpenNlpLanguages().id();
      default ->
          switch (slot) {
            case NER -> OnnxEntityRecogniser.id(spec, files(slot, spec));
            case CROSS_ENCODER -> OnnxCrossEncoder.id(spec, files(slot, spec));
            default -> OnnxTextClassifier.id(spec, files(slot, spec));
          };
    };
  }

  private static ModelFiles files(Slot slot, ClassifierSpec spec) {
    return files(slot.key(), spec.source(), spec.revision());
  }

  private static String name(CausalSpec spec) {
    return spec.source().replaceAll("^.*/(?=[^/])", "").replace("/", "");
  }

  private static ModelFiles files(CausalSpec spec) {
    return files("language-model", spec.source(), spec.revision());
  }
}
