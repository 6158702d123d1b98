package dev.assay.jobs.inputs;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.evaluators.structure.PlainYaml;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Records of YAML: a list of objects, or an object with such a list under {@code tests}. A file
 * that is neither, or no YAML, is one malformed record.
 */
final class YamlRecords implements Iterator<SourceRecord> {
  private static final String TESTS = "tests";
  private static final int LONGEST = 64 << 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Iterator<SourceRecord> records;

  YamlRecords(Reader reader) {
    records = read(text(reader)).iterator();
  }

  private static String text(Reader reader) {
    StringWriter text = new StringWriter();
    try {
      reader.transferTo(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static List<SourceRecord> read(String text) {
    try {
      Yaml yaml = PlainYaml.of(text, LONGEST);
      Object root = yaml.load(text);
      Node places = yaml.compose(new StringReader(text));
      if (root instanceof Map<?, ?> object && places instanceof MappingNode fields) {
        root = object.get(TESTS);
        places = tests(fields);
      }
      if (!(root instanceof List<?> list) || !(places instanceof SequenceNode items)) {
        return List.of(SourceRecord.malformed(1, "YAML that is no list of objects"));
      }
      List<SourceRecord> records = new ArrayList<>();
      for (Object item : list) {
        long line = items.getValue().get(records.size()).getStartMark().getLine() + 1L;
        records.add(JsonRecords.record(line, JSON.valueToTree(item)));
      }
      return records;
    } catch (MarkedYAMLException e) {
      long line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1L;
      return List.of(SourceRecord.malformed(line, "no YAML: " + e.getProblem()));
    } catch (YAMLException e) {
      return List.of(SourceRecord.malformed(1, "no YAML: " + e.getMessage()));
    } catch (IndexOutOfBoundsException e) {
      // SnakeYAML reads behind the end of its buffer where a mark of a document meets it.
      return List.of(SourceRecord.malformed(1, "no YAML that can be read"));
    }
  }

  private static Node tests(MappingNode fields) {
    for (NodeTuple field : fields.getValue()) {
      if (field.getKeyNode() instanceof ScalarNode name && name.getValue().equals(TESTS)) {
        return field.getValueNode();
      }
    }
    return fields;
  }

  @Override
  public boolean hasNext() {
    return records.hasNext();
  }

  @Override
  public SourceRecord next() {
    return records.next();
  }
}
