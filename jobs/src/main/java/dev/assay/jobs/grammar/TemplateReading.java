package dev.assay.jobs.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.shape.Placeholders;
import dev.assay.jobs.engine.StageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads the file of templates. */
final class TemplateReading {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TemplateReading() {}

  static List<GroundedTemplate> read(Path file) {
    try {
      List<GroundedTemplate> templates = new ArrayList<>();
      for (JsonNode node : read(Files.readString(file)).path("templates")) {
        String sql = node.path("sql").asText();
        QueryKind kind =
            QueryKind.valueOf(node.path("kind").asText("other").toUpperCase(Locale.ROOT));
        List<TextTemplate> texts = new ArrayList<>();
        for (JsonNode text : node.path("texts")) {
          TreeMap<String, String> attributes = new TreeMap<>();
          text.path("attributes")
              .fields()
              .forEachRemaining(one -> attributes.put(one.getKey(), one.getValue().asText()));
          texts.add(new TextTemplate(text.path("text").asText(), attributes));
        }
        templates.add(
            new GroundedTemplate(
                new SqlTemplate(
                    Hashes.sha256(sql), sql, kind, Placeholders.in(sql).stream().distinct().toList()),
                texts));
      }
      return templates;
    } catch (IOException e) {
      throw new StageException("grammar.templates = '" + file + "' cannot be read: " + e, e);
    }
  }

  private static JsonNode read(String text) {
    return JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
  }
}
