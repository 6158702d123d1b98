package dev.assay.model.onnx;

import dev.assay.model.PromptedModel.Prompt;
import java.util.Optional;

/**
 * The tokens of a prompt, its material cut where the whole would be longer than there is room.
 *
 * @param read the prompt's tokens, special ones aside
 * @param cut whether the material was cut
 */
@SuppressWarnings("ArrayRecordComponent") // consumed at once, never compared
record PromptFit(long[] read, boolean cut) {

  /** Empty where it does not fit even without the material. */
  static Optional<PromptFit> of(ModelTokenizer tokenizer, Prompt prompt, int room) {
    String material = prompt.material();
    while (true) {
      long[] read = tokenizer.bare(prompt.before() + material + prompt.after());
      if (read.length <= room) {
        return Optional.of(new PromptFit(read, material.length() < prompt.material().length()));
      }
      if (material.isEmpty()) {
        return Optional.empty();
      }
      // Tokens at the seams can differ from those of the parts, hence again until it fits.
      int keep = tokenizer.bare(material).length - (read.length - room);
      String shorter = tokenizer.start(material, Math.max(0, keep));
      material = shorter.length() < material.length() ? shorter : "";
    }
  }
}
