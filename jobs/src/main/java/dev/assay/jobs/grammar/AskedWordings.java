package dev.assay.jobs.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.config.AssayConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.grammar.TextTemplatesConfig;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.shape.Placeholders;
import dev.assay.grammar.text.Criteria;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Wordings;
import dev.assay.jobs.calls.Replies;
import dev.assay.jobs.engine.Run;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.prompts.Prompt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/**
 * Wordings by a language model: a call for every template and style. It sees the query and what the
 * schema's names mean, and no value. What of a reply does not word the template is refused.
 *
 * @param endpoint a name in {@code llm.endpoints}
 */
record AskedWordings(Run run, String endpoint, DatabaseSchema schema) {

  /** Wordings by template, in their order; what was refused goes to {@code refused}. */
  List<List<TextTemplate>> of(List<SqlTemplate> templates, List<Row> refused) {
    TextTemplatesConfig config = run.config().grammar().text();
    List<Question> questions = new ArrayList<>();
    Replies asked = new Replies(run, endpoint, "wording");
    for (SqlTemplate template : templates) {
      config.styles().forEach(style -> questions.add(question(template, style, asked.spec())));
    }
    List<Parsed> replies = asked.to(questions).replies();
    List<List<TextTemplate>> wordings = new ArrayList<>();
    for (int i = 0; i < templates.size(); i++) {
      List<TextTemplate> texts = new ArrayList<>();
      for (int k = 0; k < config.styles().size(); k++) {
        Parsed reply = replies.get(i * config.styles().size() + k);
        texts.addAll(kept(templates.get(i), config.styles().get(k), reply, refused));
      }
      wordings.add(texts);
    }
    return wordings;
  }

  /** The prompt that the configuration names. */
  static Prompt prompt(AssayConfig config) {
    return Replies.prompt(
        "grammar.text.prompt", config.grammar().text().prompt(), "grammar/wordings");
  }

  private Question question(SqlTemplate template, String style, EndpointSpec spec) {
    TextTemplatesConfig config = run.config().grammar().text();
    ParametersConfig parameters = run.config().llm().parameters(config.parameters(), endpoint);
    Map<String, String> values =
        Map.of(
            "query",
            template.sql(),
            "columns",
            columns(template),
            "number",
            Integer.toString(config.variants()),
            "manner",
            Criteria.of(style, config.criteria()));
    return new Question(spec, prompt(run.config()).request(values, parameters), 0);
  }

  private String columns(SqlTemplate template) {
    SchemaVocabulary vocabulary = new SchemaVocabulary(schema);
    return schema.tables().stream()
        .filter(table -> template.sql().contains(table.name()))
        .map(
            table ->
                table.name()
                    + ": "
                    + table.asked().stream()
                        .map(
                            c ->
                                c.name()
                                    + " ("
                                    + vocabulary.attribute(table.name(), c.name())
                                    + ")")
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("\n"));
  }

  private List<TextTemplate> kept(
      SqlTemplate template, String style, Parsed reply, List<Row> refused) {
    List<TextTemplate> kept = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    reply
        .failure()
        .ifPresent(
            failure ->
                refused.add(
                    Templates.refused(
                        "",
                        endpoint
                            + " wrote no wordings of '"
                            + template.sql()
                            + "': "
                            + failure.getMessage())));
    for (JsonNode one :
        reply.object().map(object -> object.path("wordings")).orElse(MissingNode.getInstance())) {
      String text = one.asText().strip();
      Optional<String> problem = Wordings.problem(text, template);
      if (problem.isPresent()) {
        refused.add(
            Templates.refused(
                text,
                endpoint + " wrote no wording of '" + template.sql() + "': " + problem.get()));
      } else if (seen.add(Placeholders.replaced(text, place -> ""))) {
        kept.add(new TextTemplate(text, Wordings.attributes(style, text)));
      }
    }
    return kept.stream().limit(run.config().grammar().text().variants()).toList();
  }
}
