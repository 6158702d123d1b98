package dev.assay.model;

import java.util.List;

/** An embedder that remembers, as {@link TextMemory} does. */
public final class RememberingEmbedder implements Embedder {
  /** Characters that a remembered text may have per unit of the memory's size. */
  private static final int CHARACTERS_PER_ENTRY = 2_000;

  private final Embedder model;
  private final TextMemory<Embedding> memory;

  /**
   * Remembers about {@code entries} ordinary texts of {@code model}; a text counts once more for
   * every 2,000 characters. The least recently used go first.
   */
  public RememberingEmbedder(Embedder model, int entries) {
    this(model, entries, DiskMemory.none());
  }

  /** The same, of which the least recently used go to {@code disk}. */
  public RememberingEmbedder(Embedder model, int entries, DiskMemory disk) {
    if (entries < 1) {
      throw new IllegalArgumentException(
          "models.remember = " + entries + "; allowed: 1 text or more");
    }
    this.model = model;
    this.memory =
        new TextMemory<>(
            entries,
            (text, e) -> 1 + text.length() / CHARACTERS_PER_ENTRY,
            model::toEmbed,
            disk.of("text " + model.id(), Embedding::bytes, Embedding::of));
  }

  @Override
  public String id() {
    return model.id();
  }

  @Override
  public int dimension() {
    return model.dimension();
  }

  /** Texts that have reached the model. */
  public long modelTexts() {
    return memory.modelTexts();
  }

  /** Texts that needed not reach it, since it remembered them or was at work on them. */
  public long remembered() {
    return memory.remembered();
  }

  /** Nanoseconds that callers have spent in the model, summed over threads. */
  public long modelNanos() {
    return memory.modelNanos();
  }

  /** Remembers a vector that came with a text's tokens. */
  public void offer(String text, Embedding embedding) {
    memory.offer(text, embedding);
  }

  @Override
  public List<Embedding> embed(List<String> wanted) {
    return memory.of(wanted);
  }
}
