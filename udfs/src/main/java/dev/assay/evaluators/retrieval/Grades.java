package dev.assay.evaluators.retrieval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.Example;
import dev.assay.llm.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How relevant each relevant id is, by the case's attribute {@value #ATTRIBUTE}: a list of objects
 * with {@code id} and {@code grade}, or an object of grades by id. A relevant id without a grade
 * has 1; grades of other ids say nothing, and one below 0 is 0, as trec_eval has it.
 *
 * @param gains the grade of every relevant id
 * @param unreadable why the attribute's grades cannot be used; then all gains are 1
 */
record Grades(Map<String, Double> gains, Optional<String> unreadable) {
  static final String ATTRIBUTE = "relevant_grades";

  static Grades of(Example example, Set<String> relevant) {
    Map<String, Double> gains = new HashMap<>();
    relevant.forEach(id -> gains.put(id, 1.0));
    String given = example.attributes().getOrDefault(ATTRIBUTE, "").strip();
    if (given.isEmpty()) {
      return new Grades(gains, Optional.empty());
    }
    Map<String, Double> graded = new HashMap<>();
    try {
      JsonNode grades = Json.read(given);
      if (grades.isObject()) {
        grades.fields().forEachRemaining(one -> put(graded, one.getKey(), one.getValue()));
      } else if (grades.isArray()) {
        grades.forEach(one -> put(graded, one.path("id").asText(""), one.path("grade")));
      } else {
        throw new IllegalArgumentException("neither a list nor an object");
      }
    } catch (IllegalArgumentException e) {
      return new Grades(
          gains, Optional.of("attribute " + ATTRIBUTE + " holds no grades: " + e.getMessage()));
    }
    if (relevant.stream().allMatch(id -> graded.getOrDefault(id, 1.0) == 0)) {
      return new Grades(gains, Optional.of("no relevant id has a grade above 0"));
    }
    gains.replaceAll(graded::getOrDefault);
    return new Grades(gains, Optional.empty());
  }

  private static void put(Map<String, Double> graded, String id, JsonNode grade) {
    double number = grade.isNumber() ? grade.asDouble() : Double.NaN;
    if (id.isEmpty() || !Double.isFinite(number)) {
      throw new IllegalArgumentException("an id or a number is missing");
    }
    graded.put(id, Math.max(0, number));
  }
}
