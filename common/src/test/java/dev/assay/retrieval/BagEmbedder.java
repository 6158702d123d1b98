package dev.assay.retrieval;

import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import java.util.List;

/** Term counts hashed into 64 places, scaled to unit length; counts its calls. */
public final class BagEmbedder implements Embedder {
  public int calls;

  @Override
  public String id() {
    return "bag";
  }

  @Override
  public int dimension() {
    return 64;
  }

  @Override
  public List<Embedding> embed(List<String> texts) {
    calls++;
    return texts.stream().map(this::one).toList();
  }

  private Embedding one(String text) {
    float[] vector = new float[dimension()];
    List<String> terms = Analyser.terms(text);
    terms.forEach(term -> vector[Math.floorMod(term.hashCode(), vector.length)]++);
    double norm = 0;
    for (float v : vector) {
      norm += v * v;
    }
    for (int i = 0; i < vector.length; i++) {
      vector[i] = norm == 0 ? 0 : (float) (vector[i] / Math.sqrt(norm));
    }
    return new Embedding(vector, terms.size(), false);
  }
}
