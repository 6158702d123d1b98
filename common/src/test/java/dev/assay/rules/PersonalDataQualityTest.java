package dev.assay.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Precision and recall of suite pii by entity type on the 750 texts of presidio-research's
 * synthetic-pii. A finding is right when it overlaps a span of its type; a span is found when a
 * finding of its type overlaps it. The table goes to the test's output.
 */
class PersonalDataQualityTest {
  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put("email", "EMAIL_ADDRESS");
    TYPES.put("credit_card", "CREDIT_CARD");
    TYPES.put("iban", "IBAN_CODE");
    TYPES.put("ssn", "US_SSN");
    TYPES.put("ip_address", "IP_ADDRESS");
    TYPES.put("phone", "PHONE_NUMBER");
    TYPES.put("address", "STREET_ADDRESS");
    TYPES.put("name", "PERSON");
  }

  /** Spans, found spans, findings, right findings. */
  private static final class Counts {
    int spans;
    int found;
    int findings;
    int right;

    double recall() {
      return found / (double) spans;
    }

    double precision() {
      return right / (double) findings;
    }
  }

  @Test
  void findsWhatHasAFormAndLittleElse() throws IOException {
    Path file =
        Path.of(System.getProperty("assay.root", "."), "../shared/data/pii/synthetic-pii.json");
    assumeTrue(Files.exists(file), "no ../shared/data");
    RuleSuite rules = RuleSuite.of("bundled:pii");
    Map<String, Counts> counts = new LinkedHashMap<>();
    TYPES.keySet().forEach(type -> counts.put(type, new Counts()));
    for (JsonNode one : new ObjectMapper().readTree(file.toFile())) {
      List<Finding> findings = rules.find(one.get("full_text").asText());
      for (Map.Entry<String, Counts> type : counts.entrySet()) {
        count(one.get("spans"), findings, type.getKey(), type.getValue());
      }
    }
    counts.forEach(
        (type, c) ->
            System.out.printf(
                "%-12s spans %4d  recall %.3f  findings %4d  precision %.3f%n",
                type, c.spans, c.recall(), c.findings, c.precision()));
    assertQuality(counts, "email", 0.95, 0.95);
    assertQuality(counts, "iban", 0.95, 0.95);
    assertQuality(counts, "ssn", 0.95, 0.9);
    assertQuality(counts, "ip_address", 0.95, 0.95);
    assertQuality(counts, "credit_card", 0.9, 0.95);
    assertQuality(counts, "phone", 0.6, 0.8);
  }

  private static void assertQuality(
      Map<String, Counts> counts, String type, double recall, double precision) {
    assertThat(counts.get(type).recall()).as("recall of %s", type).isGreaterThanOrEqualTo(recall);
    assertThat(counts.get(type).precision())
        .as("precision of %s", type)
        .isGreaterThanOrEqualTo(precision);
  }

  private static void count(JsonNode spans, List<Finding> findings, String type, Counts counts) {
    for (JsonNode span : spans) {
      if (span.get("entity_type").asText().equals(TYPES.get(type))) {
        counts.spans++;
        counts.found +=
            findings.stream().anyMatch(f -> f.category().equals(type) && overlap(f, span)) ? 1 : 0;
      }
    }
    for (Finding finding : findings) {
      if (finding.category().equals(type)) {
        counts.findings++;
        for (JsonNode span : spans) {
          if (span.get("entity_type").asText().equals(TYPES.get(type)) && overlap(finding, span)) {
            counts.right++;
            break;
          }
        }
      }
    }
  }

  private static boolean overlap(Finding finding, JsonNode span) {
    return finding.start() < span.get("end_position").asInt()
        && span.get("start_position").asInt() < finding.end();
  }
}
