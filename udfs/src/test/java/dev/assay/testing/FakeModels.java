package dev.assay.testing;

import dev.assay.core.Models;
import dev.assay.core.Slot;
import dev.assay.model.Embedder;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Models for tests: an embedder, and nothing in the other slots. */
public record FakeModels(Embedder embedder, Set<Slot> filled) implements Models {

  /** With {@code embedder} and nothing else. */
  public static FakeModels with(Embedder embedder) {
    return new FakeModels(embedder, EnumSet.of(Slot.EMBEDDER));
  }

  @Override
  public Optional<String> missing(Slot slot) {
    return filled.contains(slot) ? Optional.empty() : Optional.of("none is configured");
  }
}
