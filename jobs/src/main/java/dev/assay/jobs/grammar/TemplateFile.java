package dev.assay.jobs.grammar;

import dev.assay.base.Resources;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.sql.Checked;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.jobs.engine.StageException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The file of templates (YAML), which a person edits. What is in it stays as it is: new templates
 * are written at its end.
 */
record TemplateFile(Path path) {
  private static final Set<String> KEYS = Set.of("sql", "kind", "hash", "texts");
  private static final String LIST = "templates";

  /**
   * A template as it stands there.
   *
   * @param line where it begins, from 1
   * @param hash of the query when it was written; empty: a person wrote it
   */
  record Entry(int line, String sql, String hash, List<TextTemplate> texts) {}

  /** An entry with what the check says of it. */
  record Judged(Entry entry, Checked checked) {

    GroundedTemplate template() {
      return new GroundedTemplate(checked.template().orElseThrow(), entry.texts());
    }
  }

  boolean exists() {
    return Files.isRegularFile(path);
  }

  /** What the file holds; nothing where there is none. */
  List<Entry> entries() {
    if (!exists()) {
      return List.of();
    }
    List<Entry> entries = new ArrayList<>();
    for (Node item : list(text()).getValue()) {
      entries.add(entry(item));
    }
    return List.copyOf(entries);
  }

  /** Every entry with what the check says; of two that mean the same, the second is refused. */
  List<Judged> judged(SqlCheck check) {
    List<Judged> judged = new ArrayList<>();
    Map<String, Integer> lines = new TreeMap<>();
    for (Entry entry : entries()) {
      Checked checked = check.check(entry.sql());
      if (checked.accepted()) {
        Integer first = lines.putIfAbsent(checked.template().orElseThrow().id(), entry.line());
        if (first != null) {
          checked = Checked.refused("it means the same as the template of line " + first);
        }
      }
      judged.add(new Judged(entry, checked));
    }
    return judged;
  }

  /** The ids of the templates that are there and accepted. */
  Set<String> ids(SqlCheck check) {
    Set<String> known = new HashSet<>();
    for (Entry entry : entries()) {
      check.check(entry.sql()).template().ifPresent(template -> known.add(template.id()));
    }
    return known;
  }

  /**
   * Writes those that are not there yet at the end.
   *
   * @param check tells which mean the same as one that is there
   * @return how many were written
   */
  int add(List<GroundedTemplate> templates, SqlCheck check) {
    Set<String> known = ids(check);
    List<GroundedTemplate> fresh =
        templates.stream().filter(template -> known.add(template.sql().id())).toList();
    if (fresh.isEmpty()) {
      return 0;
    }
    String before =
        exists() ? text() : Resources.text(TemplateFile.class, "templates-head.yaml").orElseThrow();
    StringBuilder after = new StringBuilder(before);
    if (!before.endsWith("\n")) {
      after.append('\n');
    }
    String margin = " ".repeat(exists() ? margin(before) : 2);
    fresh.forEach(template -> append(after, margin, template));
    int there = exists() ? entries().size() : 0;
    if (list(after.toString()).getValue().size() != there + fresh.size()) {
      throw wrong("new templates cannot be written at its end: let the list 'templates:' be last");
    }
    try {
      if (path.toAbsolutePath().getParent() != null) {
        Files.createDirectories(path.toAbsolutePath().getParent());
      }
      Files.writeString(path, after);
    } catch (IOException failure) {
      throw wrong("it cannot be written: " + failure);
    }
    return fresh.size();
  }

  private static void append(StringBuilder out, String margin, GroundedTemplate template) {
    out.append(margin).append("- sql: ").append(quoted(template.sql().sql())).append('\n');
    String more = margin + "  ";
    out.append(more).append("kind: ").append(template.sql().kind().id()).append('\n');
    out.append(more).append("hash: ").append(quoted(template.sql().id())).append('\n');
    if (!template.texts().isEmpty()) {
      out.append(more).append("texts:\n");
    }
    for (TextTemplate text : template.texts()) {
      out.append(more).append("  - text: ").append(quoted(text.text())).append('\n');
      out.append(more).append("    attributes: {");
      String comma = "";
      for (Map.Entry<String, String> one : text.attributes().entrySet()) {
        out.append(comma).append(' ').append(one.getKey()).append(": ");
        out.append(quoted(one.getValue()));
        comma = ",";
      }
      out.append(" }\n");
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''").replaceAll("\\R", " ") + "'";
  }

  private int margin(String text) {
    SequenceNode list = list(text);
    return list.getValue().isEmpty() ? 2 : list.getStartMark().getColumn();
  }

  private SequenceNode list(String text) {
    try {
      Node root = new Yaml(new SafeConstructor(options())).compose(new StringReader(text));
      if (root instanceof MappingNode mapping) {
        once(mapping);
        for (NodeTuple pair : mapping.getValue()) {
          if (!key(pair).equals(LIST)) {
            throw wrong(pair.getKeyNode(), "unknown key '" + key(pair) + "'. Known: " + LIST);
          }
          if (pair.getValueNode() instanceof SequenceNode list) {
            return list;
          }
          if (pair.getValueNode() instanceof ScalarNode none && none.getValue().isEmpty()) {
            return new SequenceNode(
                org.yaml.snakeyaml.nodes.Tag.SEQ,
                List.of(),
                org.yaml.snakeyaml.DumperOptions.FlowStyle.BLOCK);
          }
        }
      }
      throw wrong("it has no list 'templates:' of templates, each with '- sql: …'");
    } catch (YAMLException failure) {
      throw wrong("it is no YAML: " + failure.getMessage().replaceAll("\\s+", " "));
    }
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE); // A person's own file may have any length.
    return options;
  }

  private void once(MappingNode mapping) {
    Set<String> keys = new HashSet<>();
    for (NodeTuple pair : mapping.getValue()) {
      if (!keys.add(key(pair))) {
        throw wrong(pair.getKeyNode(), "the key '" + key(pair) + "' stands here a second time");
      }
    }
  }

  private Entry entry(Node item) {
    Map<String, Node> parts = parts(item, "a template", KEYS);
    if (!parts.containsKey("sql")) {
      throw wrong(item, "a template has no 'sql'");
    }
    List<TextTemplate> texts = new ArrayList<>();
    if (parts.get("texts") instanceof SequenceNode list) {
      list.getValue().forEach(one -> texts.add(wording(one)));
    } else if (parts.containsKey("texts")) {
      throw wrong(parts.get("texts"), "'texts' is no list of wordings, each with '- text: …'");
    }
    return new Entry(
        line(item),
        scalar(parts.get("sql")),
        parts.containsKey("hash") ? scalar(parts.get("hash")) : "",
        List.copyOf(texts));
  }

  private TextTemplate wording(Node item) {
    if (item instanceof ScalarNode plain) {
      return new TextTemplate(plain.getValue(), new TreeMap<>());
    }
    Map<String, Node> parts = parts(item, "a wording", Set.of("text", "attributes"));
    if (!parts.containsKey("text")) {
      throw wrong(item, "a wording has no 'text'");
    }
    SortedMap<String, String> attributes = new TreeMap<>();
    if (parts.containsKey("attributes")) {
      parts(parts.get("attributes"), "attributes", Set.of())
          .forEach((name, value) -> attributes.put(name, scalar(value)));
    }
    return new TextTemplate(scalar(parts.get("text")), attributes);
  }

  /**
   * @param known keys that may be there; empty: any
   */
  private Map<String, Node> parts(Node item, String what, Set<String> known) {
    if (!(item instanceof MappingNode mapping)) {
      throw wrong(item, what + " is no block of 'key: value'");
    }
    once(mapping);
    Map<String, Node> parts = new TreeMap<>();
    for (NodeTuple pair : mapping.getValue()) {
      String key = key(pair);
      if (!known.isEmpty() && !known.contains(key)) {
        throw wrong(
            pair.getKeyNode(),
            what + " has the unknown key '" + key + "'." + dev.assay.base.Nearest.hint(key, known));
      }
      parts.put(key, pair.getValueNode());
    }
    return parts;
  }

  private String key(NodeTuple pair) {
    return scalar(pair.getKeyNode());
  }

  private String scalar(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw wrong(node, "here stands a block or list where a text is expected; quote it: '[A.B] …'");
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  private String text() {
    try {
      return Files.readString(path);
    } catch (IOException failure) {
      throw wrong("it cannot be read: " + failure);
    }
  }

  private StageException wrong(Node node, String reason) {
    return new StageException(
        "grammar.templates = '" + path + "', line " + line(node) + ": " + reason);
  }

  private StageException wrong(String reason) {
    return new StageException("grammar.templates = '" + path + "': " + reason);
  }
}
