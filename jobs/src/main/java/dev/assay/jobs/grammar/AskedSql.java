package dev.assay.jobs.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.assay.config.AssayConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.sql.Checked;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.SchemaOutline;
import dev.assay.jobs.calls.Replies;
import dev.assay.jobs.engine.Run;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.prompts.Prompt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Row;

/**
 * SQL templates by a language model: a call for every criterion and part of the schema. It sees no
 * value. What it replies is text until the check has parsed it, and what the check does not accept
 * is refused with the reason; nothing here is put to a database.
 */
record AskedSql(Run run, DatabaseSchema schema) {
  /** Characters of a schema that go into one call. */
  private static final int LONGEST_SCHEMA = 24_000;

  /** Templates of one reply that are looked at, as a multiple of what was asked for. */
  private static final int MOST = 3;

  private static final int SHOWN = 500;

  /**
   * Those that the check accepts, in the order of criteria and replies.
   *
   * @param known ids of templates that are there already; grows
   * @param refused gets what is not accepted
   */
  List<SqlTemplate> templates(SqlCheck check, Set<String> known, List<Row> refused) {
    SqlTemplatesConfig config = run.config().grammar().sql();
    String endpoint = config.endpoint().orElseThrow();
    Replies replies = new Replies(run, endpoint, "sql template");
    ParametersConfig parameters = run.config().llm().parameters(config.parameters(), endpoint);
    List<Question> questions = new ArrayList<>();
    for (String part : new SchemaOutline(schema).parts(LONGEST_SCHEMA)) {
      for (String criterion : config.criteria()) {
        Map<String, String> values =
            Map.of(
                "schema",
                part,
                "criterion",
                criterion,
                "number",
                Integer.toString(config.number()),
                "functions",
                String.join(", ", check.functions()));
        questions.add(
            new Question(replies.spec(), prompt(run.config()).request(values, parameters), 0));
      }
    }
    List<SqlTemplate> accepted = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (Parsed reply : replies.to(questions).replies()) {
      reply
          .failure()
          .ifPresent(
              failure ->
                  refused.add(
                      Templates.refused(
                          "", endpoint + " wrote no list of templates: " + failure.getMessage())));
      for (String sql : written(reply, config.number() * MOST)) {
        if (seen.add(sql)) {
          judged(sql, check, known, endpoint, accepted, refused);
        }
      }
    }
    return accepted;
  }

  private static List<String> written(Parsed reply, int most) {
    List<String> all = new ArrayList<>();
    for (JsonNode one :
        reply.object().map(object -> object.path("templates")).orElse(MissingNode.getInstance())) {
      if (all.size() < most) {
        all.add(one.asText().strip());
      }
    }
    return all;
  }

  private static void judged(
      String sql,
      SqlCheck check,
      Set<String> known,
      String endpoint,
      List<SqlTemplate> accepted,
      List<Row> refused) {
    Checked checked = check.check(sql);
    String reason = checked.reason();
    if (checked.accepted()) {
      SqlTemplate template = checked.template().orElseThrow();
      if (known.add(template.id())) {
        accepted.add(template);
        return;
      }
      reason = "it means the same as another template";
    }
    String shown = sql.length() > SHOWN ? sql.substring(0, SHOWN) + "…" : sql;
    refused.add(Templates.refused(shown, "of " + endpoint + ": " + reason.replaceAll("\\s+", " ")));
  }

  /** The prompt that the configuration names. */
  static Prompt prompt(AssayConfig config) {
    return Replies.prompt("grammar.sql.prompt", config.grammar().sql().prompt(), "grammar/sql");
  }
}
