package dev.assay.config.models;

import dev.assay.core.Slot;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.TokenSpec;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The model slots. See {@code conf/reference.conf}. */
public record ModelsConfig(
    EmbedderConfig embedder,
    EntailmentSpec entailment,
    TokenSpec tokenEmbedder,
    ClassifierSpec toxicity,
    ClassifierSpec bias,
    ClassifierSpec tone,
    ClassifierSpec topic,
    ClassifierSpec sentiment,
    ClassifierSpec ner,
    ClassifierSpec languageId,
    ClassifierSpec crossEncoder,
    CausalSpec languageModel,
    TrainConfig trainSupport,
    TrainConfig trainToxicity,
    TrainConfig trainSummac,
    int remember,
    int rememberOnDiskMb,
    String device) {

  /** The classifiers of texts and tokens, by their slots. */
  public Map<Slot, ClassifierSpec> classifiers() {
    return new EnumMap<>(
        Map.of(
            Slot.TOXICITY, toxicity,
            Slot.BIAS, bias,
            Slot.TONE, tone,
            Slot.TOPIC, topic,
            Slot.SENTIMENT, sentiment,
            Slot.NER, ner,
            Slot.LANGUAGE_ID, languageId,
            Slot.CROSS_ENCODER, crossEncoder));
  }

  /** What the slots say of where they run, by slot; empty: as {@link #device}. */
  public Map<Slot, String> devices() {
    Map<Slot, String> devices = new EnumMap<>(Slot.class);
    devices.put(Slot.EMBEDDER, embedder.device());
    devices.put(Slot.ENTAILMENT, entailment.device());
    devices.put(Slot.TOKEN_EMBEDDER, tokenEmbedder.device());
    classifiers().forEach((slot, spec) -> devices.put(slot, spec.device()));
    devices.put(Slot.LANGUAGE_MODEL, languageModel.device());
    return devices;
  }

  /** Where the network of {@code slot} runs. */
  public String device(Slot slot) {
    String own = devices().get(slot);
    return own.isEmpty() ? device : own;
  }

  /** The key that says where the network of {@code slot} runs. */
  public String deviceKey(Slot slot) {
    return devices().get(slot).isEmpty() ? "models.device" : "models." + slot.key() + ".device";
  }

  /** The slots that a network of their own fills. */
  public Set<Slot> networks() {
    Set<Slot> filled = EnumSet.of(Slot.EMBEDDER);
    classifiers().forEach((slot, spec) -> add(filled, slot, spec.hasNetwork()));
    add(filled, Slot.ENTAILMENT, entailment.hasNetwork());
    add(filled, Slot.TOKEN_EMBEDDER, tokenEmbedder.hasNetwork());
    add(filled, Slot.LANGUAGE_MODEL, languageModel.hasNetwork());
    return filled;
  }

  private static void add(Set<Slot> filled, Slot slot, boolean hasNetwork) {
    if (hasNetwork) {
      filled.add(slot);
    }
  }
}
