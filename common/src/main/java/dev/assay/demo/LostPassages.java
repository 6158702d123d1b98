package dev.assay.demo;

import dev.assay.base.Seeds;
import dev.assay.core.Passage;
import dev.assay.retrieval.Retriever;
import java.util.ArrayList;
import java.util.List;

/**
 * A retriever with a planted fault: for a share of the questions, by seed and text, it does not
 * find what it would have put first.
 *
 * @param rate of such questions, in [0, 1]
 */
public record LostPassages(Retriever retriever, double rate, long seed) implements Retriever {

  public LostPassages {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException("The rate of lost passages is in [0, 1], not " + rate);
    }
  }

  /** Whether the fault is planted for this question. */
  public static boolean loses(String question, double rate, long seed) {
    return Seeds.uniform(seed, "retrieval-fault", question) < rate;
  }

  @Override
  public List<List<Passage>> retrieve(List<String> questions, int k) {
    List<List<Passage>> found = retriever.retrieve(questions, k + 1);
    List<List<Passage>> all = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      List<Passage> passages = found.get(i);
      int from = loses(questions.get(i), rate, seed) ? Math.min(1, passages.size()) : 0;
      all.add(ranked(passages.subList(from, Math.min(passages.size(), from + k))));
    }
    return all;
  }

  private static List<Passage> ranked(List<Passage> passages) {
    List<Passage> all = new ArrayList<>();
    for (Passage one : passages) {
      all.add(new Passage(one.chunkId(), one.docId(), one.text(), all.size() + 1, one.score()));
    }
    return List.copyOf(all);
  }
}
