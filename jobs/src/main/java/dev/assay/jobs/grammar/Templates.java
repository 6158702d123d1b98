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
import dev.assay.tables.NamedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/** The templates of the stage: those of the file, with the wordings that they lack. */
final class Templates {
  private static final StructType REFUSED = StructType.fromDDL("reason STRING, text STRING");

  /** Characters of a query and its columns, and of a token, about: for estimates. */
  private static final int QUERY = 1000;

  private static final int CHARACTERS_A_TOKEN = 4;

  static final String UNWORDED =
      "the rules have no words for this query; write texts for it in the file, or set"
          + " grammar.text.endpoint";

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
  static List<TemplateFile.Entry> written(GrammarConfig config) {
    return new TemplateFile(Path.of(config.templates())).entries();
  }

  /** The prompt that words them, where a model does. */
  static String prompt(AssayConfig config) {
    return config.grammar().text().endpoint().isEmpty()
        ? ""
        : AskedWordings.prompt(config).toString();
  }

  /** What wording the others takes. */
  static Plan plan(AssayConfig config, List<TemplateFile.Entry> written) {
    long open = written.stream().filter(template -> template.texts().isEmpty()).count();
    if (open == 0 || config.grammar().text().endpoint().isEmpty()) {
      return Plan.NO_MODEL.note("%,d of the templates are worded by rules".formatted(open));
    }
    String name = config.grammar().text().endpoint().get();
    EndpointSpec spec = EndpointSpec.of(name, config.llm().endpoints().get(name));
    long calls = open * config.grammar().text().styles().size();
    long input = calls * (AskedWordings.prompt(config).length() + QUERY) / CHARACTERS_A_TOKEN;
    return Plan.asking(spec, calls, input, calls * EndpointSpec.ASSUMED_OUTPUT)
        .note("wordings: a call for each template without any and each style, repairs aside");
  }

  /** Reads, words and checks them. */
  static Ready of(Run run) {
    GrammarConfig config = run.config().grammar();
    List<TemplateFile.Entry> written = written(config);
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
    for (GroundedTemplate template : worded(run, refused)) {
      List<TextTemplate> texts = kept(template, owners, refused);
      wordings += texts.size();
      if (!texts.isEmpty()) {
        ready.add(new GroundedTemplate(template.sql(), texts));
      } else if (template.texts().isEmpty()) {
        refused.add(refused(template.sql().sql(), UNWORDED));
      }
    }
    if (!refused.isEmpty()) {
      reject(run, refused);
    }
    if (ready.isEmpty()) {
      throw new StageException(
          "None of the %d templates in grammar.templates = '%s' can be asked: table rejected says why."
              .formatted(written.size(), config.templates()));
    }
    Counts counts = Counts.of("sql templates", ready.size()).and("wordings", wordings);
    return new Ready(ready, refused.isEmpty() ? counts : counts.and("rejected", refused.size()));
  }

  /** What the check accepts, written anew by it, once each, with the wordings that were missing. */
  private static List<GroundedTemplate> worded(Run run, List<Row> refused) {
    GrammarConfig config = run.config().grammar();
    DatabaseSchema schema = schema(run);
    Map<String, GroundedTemplate> checked = new LinkedHashMap<>();
    for (TemplateFile.Judged judged :
        new TemplateFile(Path.of(config.templates())).judged(new SqlCheck(schema, config.sql()))) {
      if (judged.checked().accepted()) {
        checked.put(judged.template().sql().id(), judged.template());
      } else {
        refused.add(
            refused(
                judged.entry().sql(),
                "line " + judged.entry().line() + ": " + judged.checked().reason()));
      }
    }
    List<SqlTemplate> open =
        checked.values().stream()
            .filter(t -> t.texts().isEmpty())
            .map(GroundedTemplate::sql)
            .toList();
    if (!open.isEmpty()) {
      List<List<TextTemplate>> texts = texts(run, schema, open, refused);
      for (int i = 0; i < open.size(); i++) {
        checked.put(open.get(i).id(), new GroundedTemplate(open.get(i), texts.get(i)));
      }
    }
    return List.copyOf(checked.values());
  }

  private static DatabaseSchema schema(Run run) {
    try (Database database = Source.open(run.spark(), run.config().grammar())) {
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
    Verbaliser rules = new Verbaliser(new SchemaVocabulary(schema), text.styles(), text.variants());
    return open.stream().map(rules::texts).toList();
  }

  private static List<TextTemplate> kept(
      GroundedTemplate template, Map<String, String> owners, List<Row> refused) {
    List<TextTemplate> kept = new ArrayList<>();
    for (TextTemplate text : template.texts()) {
      problem(text, template.sql(), owners)
          .ifPresentOrElse(
              problem -> refused.add(refused(text.text(), problem)), () -> kept.add(text));
    }
    return kept;
  }

  /**
   * Why a wording is refused: it loses a value, or another template has it, values aside.
   *
   * @param owners the templates of the wordings that were not refused, by their words
   */
  static Optional<String> problem(TextTemplate text, SqlTemplate sql, Map<String, String> owners) {
    Optional<String> problem =
        Wordings.problem(text.text(), sql)
            .map(why -> "the wording is none of '" + sql.sql() + "': " + why);
    if (problem.isPresent()) {
      return problem;
    }
    String owner = owners.putIfAbsent(Wordings.skeleton(text.text()), sql.id());
    return owner == null || owner.equals(sql.id())
        ? Optional.empty()
        : Optional.of(
            "another template has the same words, values aside: nobody could tell which is meant");
  }

  /** Puts what {@link #refused} made into table {@code rejected}. */
  static void reject(Run run, List<Row> refused) {
    Rejections.record(
        run,
        run.spark().createDataFrame(refused, REFUSED),
        run.config().grammar().templates(),
        functions.col("reason"),
        functions.col("text"));
  }

  static Row refused(String text, String reason) {
    return NamedRow.of(REFUSED).set("reason", reason).set("text", text).build();
  }
}
