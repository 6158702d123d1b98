package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.TextTemplatesConfig;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.sql.Enumeration;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Templates for the file, and what is told of them. */
record Suggested(AssayConfig config, DatabaseSchema schema, PrintStream out) {

  TemplateFile file() {
    return new TemplateFile(Path.of(config.grammar().templates()));
  }

  /** Those that the schema suggests. */
  List<SqlTemplate> enumerated() {
    Enumeration.Found found =
        new Enumeration(schema, config.grammar().sql(), config.run().seed()).templates();
    Map<String, Long> kinds = new TreeMap<>();
    found.templates().forEach(template -> kinds.merge(template.kind().id(), 1L, Long::sum));
    out.printf(
        Locale.ROOT,
        "%,d templates of %,d that the schema suggests: %s%n",
        found.templates().size(),
        found.candidates(),
        kinds);
    return found.templates();
  }

  /** Wordings by rules, for each. */
  List<List<TextTemplate>> byRules(List<SqlTemplate> templates) {
    TextTemplatesConfig text = config.grammar().text();
    Verbaliser rules = new Verbaliser(new SchemaVocabulary(schema), text.styles(), text.variants());
    return templates.stream().map(rules::texts).toList();
  }

  /** Writes what the file has not, and says how many that is. */
  int write(List<SqlTemplate> templates, List<List<TextTemplate>> texts, SqlCheck check) {
    List<GroundedTemplate> worded = new ArrayList<>();
    for (int i = 0; i < templates.size(); i++) {
      worded.add(new GroundedTemplate(templates.get(i), texts.get(i)));
    }
    int there = file().entries().size();
    int written = file().add(worded, check);
    out.printf(
        Locale.ROOT,
        "%s: %,d new ones written, %,d were there and are as they were. Edit it, then: assay"
            + " grammar check%n",
        file().path(),
        written,
        there);
    return written;
  }
}
