package dev.assay.questions.asked;

import dev.assay.questions.QueryType;
import java.util.List;

/**
 * Which questions are asked for, on which chunks.
 *
 * @param chunkIds the sampled chunk, and the other one of a type on two
 */
public record Assignment(QueryType type, List<String> difficulties, List<String> chunkIds) {
  public Assignment {
    difficulties = List.copyOf(difficulties);
    chunkIds = List.copyOf(chunkIds);
  }

  String key() {
    return chunkIds.get(0) + " " + type.id();
  }
}
