package dev.assay.questions.asked;

import dev.assay.questions.QueryType;
import dev.assay.questions.SourceChunk;
import java.util.List;

/**
 * What a model is asked for: a question of each difficulty, of one type, on one chunk or on two.
 *
 * @param difficulties in their own words, such as {@code easy}
 * @param verdicts for questions of type yes_no what the right answer of each is to be, Yes or No;
 *     empty for all others
 * @param chunks the chunk that the questions are for, and for a type of two the other one
 */
public record Request(
    QueryType type, List<String> difficulties, List<String> verdicts, List<SourceChunk> chunks) {

  public Request {
    difficulties = List.copyOf(difficulties);
    verdicts = List.copyOf(verdicts);
    chunks = List.copyOf(chunks);
    if (chunks.size() != (type.onTwo() ? 2 : 1)) {
      throw new IllegalArgumentException(type.id() + " on " + chunks.size() + " chunks");
    }
  }

  /** What the passages say, numbered as the model sees them. */
  List<String> texts() {
    return chunks.stream().map(SourceChunk::text).toList();
  }
}
