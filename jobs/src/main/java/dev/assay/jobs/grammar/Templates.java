package dev.assay.jobs.grammar;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.config.grammar.TextTemplatesConfig;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.sql.Checked;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import dev.assay.grammar.text.Wordings;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Usage;
import dev.assay.tables.NamedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/** The templates of the stage: those of the file, with the wordings that they lack. */
final class Templates {
  static final StructType REFUSED = StructType.fromDDL("reason STRING, text STRING");

  /** Characters of a query and its columns, and of a token, about: for estimates. */
  private static final int QUERY = 1000;

  private static final int CHARACTERS_A_TOKEN = 4;

  private Templates() {}

  /** Templates that can be filled, each with a wording at least. */
  record Ready(List<GroundedTemplate> templates, Counts counts) {}

  /** The file as it is now. */
  static String identity(GrammarConfig config) {
    try {
      Path file = Path.of(config.templates());
      return Files.exists(file) ? Hashes.sha256(Files.readString(file)) : "";
    } catch (IOException e) {
      return config.templates(); // The stage says what is wrong with it.
    }
  }

  /** What the file holds, where there is one. */
  static List<GroundedTemplate> written(GrammarConfig config) {
    Path file = Path.of(config.templates());
    return Files.exists(file) ? TemplateReading.read(file) : List.of();
  }

  /** The prompt that words them, where a model does. */
  static String prompt(AssayConfig config) {
    return config.grammar().text().endpoint().isEmpty()
        ? ""
        : AskedWordings.prompt(config).toString();
  }

  /** What wording the others takes. */
  static Plan plan(AssayConfig config, List<GroundedTemplate> written) {
    long open = written.stream().filter(template -> template.texts().isEmpty()).count();
    if (open == 0 || config.grammar().text().endpoint().isEmpty()) {
      return Plan.NO_MODEL.note("%,d of the templates are worded by rules".formatted(open));
    }
    String name = config.grammar().text().endpoint().get();
    EndpointSpec spec = EndpointSpec.of(name, config.llm().endpoints().get(name));
    long calls = open * config.grammar().text().styles().size();
    long input = calls * (AskedWordings.prompt(config).length() + QUERY) / CHARACTERS_A_TOKEN;
    long output = calls * EndpointSpec.ASSUMED_OUTPUT;
    double cost = spec.cost(new Usage(OptionalLong.of(input), OptionalLong.of(output)));
    return new Plan(calls, input + output, cost, OptionalLong.of(0), List.of())
        .note("wordings: a call for each template without any and each style, repairs aside");
  }

  /** Reads, words and checks them. */
  static Ready of(Run run) {
    GrammarConfig config = run.config().grammar();
    List<GroundedTemplate> written = written(config);
    if (written.isEmpty()) {
      throw new StageException(
          "There is no template in grammar.templates = '"
              + config.templates()
              + "'. 'assay grammar templates' makes some from the database's schema.");
    }
    List<Row> refused = new ArrayList<>();
    List<GroundedTemplate> ready = new ArrayList<>();
    Map<String, String> owners = new HashMap<>();
    long wordings = 0;
    for (GroundedTemplate template : worded(run, written, refused)) {
      List<TextTemplate> texts = kept(template, owners, refused);
      wordings += texts.size();
      if (!texts.isEmpty()) {
        ready.add(new GroundedTemplate(template.sql(), texts));
      } else if (template.texts().isEmpty()) {
        refused.add(
            refused(
                template.sql().sql(),
                "the rules have no words for this query; write texts for it in the file, or set"
                    + " grammar.text.endpoint"));
      }
    }
    if (!refused.isEmpty()) {
      Rejections.record(
          run,
          run.spark().createDataFrame(refused, REFUSED),
          config.templates(),
          functions.col("reason"),
          functions.col("text"));
    }
    if (ready.isEmpty()) {
      throw new StageException(
          "None of the %d templates in grammar.templates = '%s' can be asked: table rejected says why."
              .formatted(written.size(), config.templates()));
    }
    Counts counts = Counts.of("sql templates", ready.size()).and("wordings", wordings);
    return new Ready(
        ready, refused.isEmpty() ? counts : counts.and("rejected", refused.size()));
  }

  /** What the check accepts, written anew by it, once each, with the wordings that were missing. */
  private static List<GroundedTemplate> worded(
      Run run, List<GroundedTemplate> written, List<Row> refused) {
    GrammarConfig config = run.config().grammar();
    DatabaseSchema schema = schema(config);
    SqlCheck check = new SqlCheck(schema, config.sql());
    Map<String, GroundedTemplate> checked = new LinkedHashMap<>();
    for (GroundedTemplate template : written) {
      Checked result = check.check(template.sql().sql());
      if (!result.accepted()) {
        refused.add(refused(template.sql().sql(), result.reason()));
        continue;
      }
      SqlTemplate sql = result.template().orElseThrow();
      if (checked.putIfAbsent(sql.id(), new GroundedTemplate(sql, template.texts())) != null) {
        refused.add(refused(template.sql().sql(), "another template of the file means the same"));
      }
    }
    List<SqlTemplate> open =
        checked.values().stream().filter(t -> t.texts().isEmpty()).map(GroundedTemplate::sql).toList();
    if (!open.isEmpty()) {
      List<List<TextTemplate>> texts = texts(run, schema, open, refused);
      for (int i = 0; i < open.size(); i++) {
        checked.put(open.get(i).id(), new GroundedTemplate(open.get(i), texts.get(i)));
      }
    }
    return List.copyOf(checked.values());
  }

  private static DatabaseSchema schema(GrammarConfig config) {
    try (Database database = Database.open(config.database().orElseThrow())) {
      return database.schema();
    } catch (DatabaseException e) {
      throw new StageException(e.getMessage(), e);
    }
  }

  private static List<List<TextTemplate>> texts(
      Run run, DatabaseSchema schema, List<SqlTemplate> open, List<Row> refused) {
    TextTemplatesConfig text = run.config().grammar().text();
    if (text.endpoint().isPresent()) {
      return new AskedWordings(run, text.endpoint().get(), schema).of(open, refused);
    }
    Verbaliser rules =
        new Verbaliser(new SchemaVocabulary(schema), text.styles(), text.variants());
    return open.stream().map(rules::texts).toList();
  }

  /** The wordings that keep every value and are of no other template, values aside. */
  private static List<TextTemplate> kept(
      GroundedTemplate template, Map<String, String> owners, List<Row> refused) {
    SqlTemplate sql = template.sql();
    List<TextTemplate> kept = new ArrayList<>();
    for (TextTemplate text : template.texts()) {
      Optional<String> problem = Wordings.problem(text.text(), sql);
      String owner = owners.putIfAbsent(Wordings.skeleton(text.text()), sql.id());
      if (problem.isPresent()) {
        refused.add(refused(text.text(), "the wording is none of '" + sql.sql() + "': " + problem.get()));
      } else if (owner != null && !owner.equals(sql.id())) {
        refused.add(
            refused(
                text.text(),
                "another template has the same words, values aside: nobody could tell which is meant"));
      } else {
        kept.add(text);
      }
    }
    return kept;
  }

  private static Row refused(String text, String reason) {
    return NamedRow.of(REFUSED).set("reason", reason).set("text", text).build();
  }
}
