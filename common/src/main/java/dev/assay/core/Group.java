package dev.assay.core;

import java.util.List;

/** Examples that are judged together: repeats of a question, or an origin and its twins. */
public record Group(String groupId, String system, List<Example> examples) {
  public Group {
    examples = List.copyOf(examples);
  }
}
