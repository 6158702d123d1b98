package dev.assay.report.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a pack says of itself, as {@code evidence.json}.
 *
 * @param assay the version that wrote it
 * @param run the run's name
 * @param night {@code run.key}, whose rows every figure is from; empty in packs of before there
 *     were nights
 * @param store where the tables are
 * @param writtenAt UTC
 * @param tables Delta versions of the tables that every figure is from
 * @param documents in reading order
 * @param statements every query, with what it came to
 */
record Contents(
    @JsonProperty("assay") String assay,
    @JsonProperty("run") String run,
    @JsonProperty("run_key") String night,
    @JsonProperty("store") String store,
    @JsonProperty("written_at") String writtenAt,
    @JsonProperty("tables") Map<String, Long> tables,
    @JsonProperty("documents") List<String> documents,
    @JsonProperty("statements") List<Said> statements) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  Contents {
    night = night == null ? "" : night;
  }

  /**
   * A statement of a document.
   *
   * @param id of the query
   * @param document where it stands
   * @param title what it says
   * @param tables what it is from, with Delta versions
   * @param shown its rows as they stand in the document
   */
  record Said(
      @JsonProperty("id") String id,
      @JsonProperty("document") String document,
      @JsonProperty("title") String title,
      @JsonProperty("tables") Map<String, Long> tables,
      @JsonProperty("shown") String shown) {}

  String json() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A record is always JSON", e);
    }
  }

  static Contents of(String json, String file) {
    try {
      Contents contents = JSON.readValue(json, Contents.class);
      if (contents == null
          || Stream.of(contents.run, contents.tables, contents.documents, contents.statements)
              .anyMatch(Objects::isNull)
          || contents.tables.containsValue(null)) {
        throw new EvidenceException(
            "'" + file + "' is no index of a pack: a part of it is missing");
      }
      return contents;
    } catch (JsonProcessingException e) {
      throw new EvidenceException(
          "'" + file + "' is no index of a pack: " + e.getOriginalMessage(), e);
    }
  }
}
