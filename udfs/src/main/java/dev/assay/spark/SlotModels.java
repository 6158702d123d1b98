package dev.assay.spark;

import dev.assay.core.Slot;
import dev.assay.model.CausalSpec;
import dev.assay.model.ClassifierSpec;
import dev.assay.model.LanguageModel;
import dev.assay.model.ModelException;
import dev.assay.model.ModelFiles;
import dev.assay.model.NgramModel;
import dev.assay.model.OnnxCausalModel;
import dev.assay.model.OnnxTextClassifier;
import dev.assay.model.SlotSpecs;
import dev.assay.model.TextClassifier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fills the slots of classifiers and of the language model. */
final class SlotModels {
  private SlotModels() {}

  /** The classifiers that are configured. */
  static Map<Slot, TextClassifier> classifiers(ExecutorModels here) {
    Map<Slot, TextClassifier> filled = new EnumMap<>(Slot.class);
    classifiers(here.slots())
        .forEach(
            (slot, spec) ->
                filled.put(
                    slot, new OnnxTextClassifier(spec, files(slot, spec), here.spec().device())));
    return filled;
  }

  /** The language model, if one is configured. */
  static Optional<LanguageModel> languageModel(ExecutorModels here) {
    CausalSpec spec = here.slots().causal();
    if (spec.kind().equals(CausalSpec.NGRAM)) {
      List<String> texts = ModelLocation.texts(spec.source());
      return Optional.of(new NgramModel(NgramModel.id(name(spec), texts), texts));
    }
    return spec.kind().equals(CausalSpec.NONE)
        ? Optional.empty()
        : Optional.of(new OnnxCausalModel(spec, files(spec), here.spec().device()));
  }

  /** What they call themselves; loads nothing. */
  static Map<Slot, String> ids(SlotSpecs slots) {
    Map<Slot, String> ids = new EnumMap<>(Slot.class);
    classifiers(slots)
        .forEach((slot, spec) -> ids.put(slot, OnnxTextClassifier.id(spec, files(slot, spec))));
    CausalSpec causal = slots.causal();
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

  private static Map<Slot, ClassifierSpec> classifiers(SlotSpecs slots) {
    Map<Slot, ClassifierSpec> filled = new EnumMap<>(Slot.class);
    filled.put(Slot.TOXICITY, slots.toxicity());
    filled.put(Slot.BIAS, slots.bias());
    filled.values().removeIf(spec -> spec.kind().equals(ClassifierSpec.NONE));
    return filled;
  }

  private static ModelFiles files(Slot slot, ClassifierSpec spec) {
    return files(slot.id(), spec.source(), spec.revision());
  }

  private static String name(CausalSpec spec) {
    return spec.source().replaceAll(".*/(?=[^/])", "").replace("/", "");
  }

  private static ModelFiles files(CausalSpec spec) {
    return files("language-model", spec.source(), spec.revision());
  }
}
