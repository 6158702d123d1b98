package dev.assay.spark.models;

import dev.assay.core.Slot;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.model.onnx.ClassifierSpec;
import dev.assay.model.onnx.EntailmentSpec;
import dev.assay.model.onnx.TokenSpec;
import java.io.Serializable;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What fills the slots beside the sentence embedder's.
 *
 * @param classifiers of toxicity, bias, tone, topics, sentiment, named entities and languages; no
 *     empty ones
 */
public record SlotSpecs(
    EntailmentSpec entailment,
    TokenSpec tokens,
    Map<Slot, ClassifierSpec> classifiers,
    CausalSpec causal)
    implements Serializable {

  public SlotSpecs {
    Map<Slot, ClassifierSpec> filled = new EnumMap<>(Slot.class);
    classifiers.forEach(
        (slot, spec) -> {
          if (spec.filled()) {
            filled.put(slot, spec);
          }
        });
    classifiers = Collections.unmodifiableMap(filled);
  }

  /**
   * What the product carries: the support model, its encoder, the toxicity model, VADER, OpenNLP's
   * language detector.
   */
  public static SlotSpecs embedded() {
    return of(EntailmentSpec.support());
  }

  /** {@code entailment}, and what the product carries in the others. */
  public static SlotSpecs of(EntailmentSpec entailment) {
    return new SlotSpecs(
        entailment,
        TokenSpec.bundled(),
        Map.of(
            Slot.TOXICITY, ClassifierSpec.toxicity(),
            Slot.SENTIMENT, ClassifierSpec.vader(),
            Slot.LANGUAGE_ID, ClassifierSpec.opennlp()),
        CausalSpec.none());
  }

  /** What is said of where networks run, by the slots that have one; empty: with the embedder. */
  Map<Slot, String> devices() {
    Map<Slot, String> devices = new EnumMap<>(Slot.class);
    classifiers.forEach((slot, spec) -> put(devices, slot, spec.hasNetwork(), spec.device()));
    put(devices, Slot.ENTAILMENT, entailment.hasNetwork(), entailment.device());
    put(devices, Slot.TOKEN_EMBEDDER, tokens.hasNetwork(), tokens.device());
    put(devices, Slot.LANGUAGE_MODEL, causal.hasNetwork(), causal.device());
    return devices;
  }

  private static void put(Map<Slot, String> devices, Slot slot, boolean hasNetwork, String device) {
    if (hasNetwork) {
      devices.put(slot, device);
    }
  }

  /**
   * With the device of each network decided for the running task.
   *
   * @param embedder where the sentence embedder runs
   * @throws dev.assay.model.ModelException for {@code cuda} in a task that has no GPU
   */
  SlotSpecs here(String embedder) {
    Map<Slot, String> decided = devices();
    decided.replaceAll((slot, device) -> device.isEmpty() ? embedder : Devices.here(slot, device));
    Map<Slot, ClassifierSpec> placed = new EnumMap<>(Slot.class);
    classifiers.forEach(
        (slot, spec) -> placed.put(slot, spec.withDevice(decided.getOrDefault(slot, ""))));
    return new SlotSpecs(
        entailment.withDevice(decided.getOrDefault(Slot.ENTAILMENT, "")),
        tokens.withDevice(decided.getOrDefault(Slot.TOKEN_EMBEDDER, "")),
        placed,
        causal.withDevice(decided.getOrDefault(Slot.LANGUAGE_MODEL, "")));
  }

  /** With {@code spec} in {@code slot}. */
  public SlotSpecs with(Slot slot, ClassifierSpec spec) {
    Map<Slot, ClassifierSpec> other = new EnumMap<>(Slot.class);
    other.putAll(classifiers);
    other.put(slot, spec);
    return new SlotSpecs(entailment, tokens, other, causal);
  }

  /** With {@code spec} as the token embedder. */
  public SlotSpecs with(TokenSpec spec) {
    return new SlotSpecs(entailment, spec, classifiers, causal);
  }
}
