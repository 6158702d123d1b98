package dev.assay.report.evidence;

import dev.assay.base.Resources;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Copies;
import dev.assay.tables.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Documents for a validation file: intended use, data, method, results, limits, monitoring and
 * decisions of the newest finished runs of a name, and what of supervisors' expectations they speak
 * to. Every figure is the result of a query that is kept beside it, over tables at Delta versions
 * that are kept too, so that {@link #verify} can compute all of them again.
 */
public final class EvidencePack {
  /** The documents, in reading order. */
  static final List<String> DOCUMENTS =
      List.of(
          "README.md",
          "1-intended-use.md",
          "2-data.md",
          "3-method.md",
          "4-results.md",
          "5-limits.md",
          "6-monitoring.md",
          "7-decisions.md",
          "8-expectations.md");

  private static final Pattern DOCUMENT = Pattern.compile("[0-9A-Za-z-]{1,60}\\.md");

  private static final Statement CONFIGURATIONS =
      new Statement(
          "configurations",
          "SELECT DISTINCT v.config_hash, v.config FROM v_runs v WHERE v.run = :run AND v.latest");

  private final Store store;
  private final AssayConfig config;
  private final Folder folder;

  public EvidencePack(Store store, AssayConfig config, Path directory) {
    this.store = store;
    this.config = config;
    this.folder = new Folder(directory, store.spark().sessionState().newHadoopConf());
  }

  /**
   * Writes the pack, over one that is there. Texts in {@code own/} are the owner's: they are made
   * once, with questions to answer, and stay as they are.
   *
   * @return how many statements it makes
   */
  public int write(Instant now, String assay) {
    Map<String, Long> versions = Snapshot.now(store);
    String run = config.run().name();
    Set<String> own = new TreeSet<>();
    Rendering rendering =
        new Rendering(
            new Snapshot(store.spark(), config.store(), store.night(), versions),
            run,
            name -> {
              own.add(Folder.own(name));
              return own(name);
            });
    List<Contents.Said> said = new ArrayList<>();
    Map<String, String> files = new LinkedHashMap<>();
    for (String name : DOCUMENTS) {
      String source = resource(name);
      Template template = Template.of(name, source);
      Rendering.Document document = rendering.of(template);
      files.put(Folder.template(name), source);
      template.statements().forEach(one -> files.put(Folder.query(one.id()), one.sql() + "\n"));
      files.put(name, document.text());
      document
          .answers()
          .forEach(
              (id, answer) ->
                  said.add(
                      new Contents.Said(
                          id, name, answer.title(), answer.sources(), answer.shown())));
    }
    files.putAll(configurations(rendering));
    files.put(
        Folder.INDEX,
        new Contents(
                assay,
                run,
                store.night(),
                config.store().toString(),
                now.truncatedTo(ChronoUnit.SECONDS).toString(),
                versions,
                DOCUMENTS,
                said)
            .json());
    new Copies(store, config).note("report --evidence", paths(files.keySet()), paths(own));
    files.forEach(folder::write);
    return said.size();
  }

  private List<org.apache.hadoop.fs.Path> paths(Collection<String> names) {
    return names.stream().map(name -> Folder.hadoop(folder.root(), name)).toList();
  }

  /** The configurations of the newest finished runs, by file. */
  private static Map<String, String> configurations(Rendering rendering) {
    Map<String, String> files = new TreeMap<>();
    rendering
        .snapshot()
        .rows(CONFIGURATIONS, rendering.run(), Integer.MAX_VALUE)
        .rows()
        .forEach(row -> files.put(Folder.config(row.getAs("config_hash")), row.getAs("config")));
    return files;
  }

  /** What the owner wrote; where nothing is written yet, the questions to answer. */
  private String own(String name) {
    return folder
        .read(Folder.own(name))
        .orElseGet(
            () -> {
              String questions = resource("own/" + name + ".md");
              folder.write(Folder.own(name), questions);
              return questions;
            });
  }

  /**
   * Computes every statement of the pack again, from the tables as they were, and writes every
   * document again from its template, to compare both with what stands in the pack.
   *
   * @return what differs, in words; empty: nothing
   */
  public List<String> verify() {
    Contents contents = contents();
    Rendering rendering =
        new Rendering(
            new Snapshot(store.spark(), config.store(), contents.night(), contents.tables()),
            contents.run(),
            name -> folder.read(Folder.own(name)).orElse(""));
    List<Template> templates = contents.documents().stream().map(this::template).toList();
    List<String> differences = new ArrayList<>(incomplete(contents, templates));
    // Nothing is computed before every query of the pack is known to read only.
    templates.forEach(one -> one.statements().forEach(rendering.snapshot()::requireReading));
    for (Template template : templates) {
      differences.addAll(differences(contents, template, rendering.of(template)));
    }
    configurations(rendering).entrySet().stream()
        .filter(file -> !isFile(file.getKey(), file.getValue()))
        .forEach(file -> differences.add(file.getKey() + " is not the configuration of the run"));
    return differences;
  }

  /** The version of Assay that wrote the pack that is there. */
  public String writtenBy() {
    return String.valueOf(contents().assay());
  }

  private Contents contents() {
    return Contents.of(
        folder
            .read(Folder.INDEX)
            .orElseThrow(
                () ->
                    new EvidenceException(
                        "There is no pack in '%s': it has no %s. 'assay report --evidence %s' writes one."
                            .formatted(folder.root(), Folder.INDEX, folder.root()))),
        Folder.INDEX);
  }

  /** Documents and statements that the index, or a template, leaves out. */
  private static List<String> incomplete(Contents contents, List<Template> templates) {
    List<String> found = new ArrayList<>();
    DOCUMENTS.stream()
        .filter(name -> !contents.documents().contains(name))
        .forEach(name -> found.add(Folder.INDEX + " does not name " + name));
    for (Contents.Said said : contents.statements()) {
      if (!contents.documents().contains(said.document())) {
        found.add("statement " + said.id() + " is of no document: " + said.document());
      }
    }
    for (Template template : templates) {
      for (Statement one : template.statements()) {
        if (contents.statements().stream().noneMatch(said -> said.id().equals(one.id()))) {
          found.add(Folder.INDEX + " lacks statement " + one.id() + " of " + template.name());
        }
      }
    }
    return found;
  }

  private Template template(String document) {
    if (!DOCUMENT.matcher(document).matches()) {
      throw new EvidenceException(Folder.INDEX + " names a document '" + document + "'");
    }
    return Template.of(document, folder.read(Folder.template(document)).orElse(""));
  }

  private List<String> differences(
      Contents contents, Template template, Rendering.Document document) {
    String name = template.name();
    List<String> found = new ArrayList<>();
    for (Contents.Said said : contents.statements()) {
      if (said.document().equals(name)) {
        difference(said, document.answers().get(said.id()))
            .ifPresent(what -> found.add(name + ": statement " + said.id() + " " + what));
      }
    }
    for (Statement one : template.statements()) {
      if (!isFile(Folder.query(one.id()), one.sql() + "\n")) {
        found.add(Folder.query(one.id()) + " is not the query of " + name);
      }
    }
    if (found.isEmpty() && !isFile(name, document.text())) {
      found.add(name + ": its text is not what was written (it or a file in own/ was changed)");
    }
    return found;
  }

  private static Optional<String> difference(Contents.Said said, Rendering.Answer now) {
    if (now == null) {
      return Optional.of("stands in no template");
    } else if (!now.shown().equals(said.shown())) {
      return Optional.of("(" + said.title() + ") is another in the store");
    }
    return now.sources().equals(said.tables())
        ? Optional.empty()
        : Optional.of("is from other tables");
  }

  private boolean isFile(String name, String text) {
    return folder.read(name).equals(Optional.of(text));
  }

  private static String resource(String name) {
    return Resources.text(EvidencePack.class, "/evidence/" + name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Resource 'evidence/" + name + "' is not on the class path"));
  }
}
