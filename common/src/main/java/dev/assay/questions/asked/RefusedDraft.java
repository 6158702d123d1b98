package dev.assay.questions.asked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.llm.Json;

/**
 * What a model wrote that does not become a test case.
 *
 * @param reason in one word, such as {@code near_copy}
 * @param detail in words; empty if the reason says it all
 * @param row what it wrote, as given
 */
public record RefusedDraft(String reason, String detail, String row) {

  static RefusedDraft of(String reason, String detail, JsonNode row) {
    return new RefusedDraft(reason, detail, Json.write(row));
  }
}
