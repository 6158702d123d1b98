package dev.assay.questions.asked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.questions.SourceChunk;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement of a passage that is worth asking about.
 *
 * @param passage which of the passages says it, from 1
 * @param text in the model's words
 * @param sentence in the passage's words
 */
record KeyFact(int passage, String text, String sentence) {
  private static final int MOST = 12;
  private static final int LONGEST = 500;

  /** The facts of a reply whose sentences are in the passage; the others are left out. */
  static List<KeyFact> of(JsonNode reply, int passage, SourceChunk chunk) {
    List<KeyFact> facts = new ArrayList<>();
    for (JsonNode item : reply.path("facts")) {
      String text = Candidate.text(item.path("fact"));
      if (!text.isEmpty() && text.length() <= LONGEST && facts.size() < MOST) {
        Quotation.find(chunk.text(), Candidate.text(item.path("sentence")))
            .ifPresent(sentence -> facts.add(new KeyFact(passage, text, sentence)));
      }
    }
    return facts;
  }

  /** Facts as a prompt shows them, numbered from 1. */
  static String numbered(List<KeyFact> facts) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < facts.size(); i++) {
      lines
          .append(i + 1)
          .append(". (passage ")
          .append(facts.get(i).passage)
          .append(") ")
          .append(facts.get(i).text)
          .append('\n');
    }
    return lines.toString().strip();
  }
}
