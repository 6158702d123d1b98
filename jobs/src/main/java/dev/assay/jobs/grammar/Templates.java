package dev.assay.jobs.grammar;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.config.grammar.TextTemplatesConfig;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import dev.assay.grammar.text.Wordings;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.NamedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/** The templates of the stage: those of the file, with the wordings that they lack. */
final class Templates {
  private static final StructType REFUSED = StructType.fromDDL("reason STRING, text STRING");

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

  /** What wording the others takes. */
  static Plan plan(AssayConfig config, List<GroundedTemplate> written) {
    long open = written.stream().filter(template -> template.texts().isEmpty()).count();
    return open == 0
        ? Plan.NO_MODEL
        : Plan.NO_MODEL.note("%,d of the templates are worded by rules".formatted(open));
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
    for (GroundedTemplate template : worded(config, written)) {
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

  private static List<GroundedTemplate> worded(
      GrammarConfig config, List<GroundedTemplate> written) {
    if (written.stream().noneMatch(template -> template.texts().isEmpty())) {
      return written;
    }
    TextTemplatesConfig text = config.text();
    try (Database database = Database.open(config.database().orElseThrow())) {
      Verbaliser rules =
          new Verbaliser(new SchemaVocabulary(database.schema()), text.styles(), text.variants());
      return written.stream()
          .map(t -> t.texts().isEmpty() ? new GroundedTemplate(t.sql(), rules.texts(t.sql())) : t)
          .toList();
    }
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
