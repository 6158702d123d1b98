package dev.assay.jobs.corpus;

import dev.assay.config.CorpusConfig;
import dev.assay.config.CorpusSource;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.CorpusPath;
import dev.assay.jobs.inputs.Links;
import dev.assay.jobs.inputs.TableReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads the configured sources. */
record Sources(SparkSession spark, CorpusConfig config) {
  private static final Set<String> FILES = Set.of("text", "markdown", "html", "pdf", "docx");

  /** Everything that the sources hold, as {@link SourceDocuments} has it. */
  Dataset<Row> found() {
    if (config.sources().isEmpty()) {
      throw new StageException(
          "corpus.sources is empty: there is nothing to read. Set for example corpus.sources = [{"
              + " path = \"docs\" }], or run 'assay demo' for the bundled corpus.");
    }
    List<Dataset<Row>> parts = new ArrayList<>();
    for (int i = 0; i < config.sources().size(); i++) {
      parts.addAll(read("corpus.sources[" + i + "]", config.sources().get(i)));
    }
    return parts.stream().reduce(Dataset::unionByName).orElseThrow();
  }

  private List<Dataset<Row>> read(String owner, CorpusSource source) {
    if (source.path().startsWith("bundled:")) {
      return List.of(bundled(owner, source.path()));
    }
    CorpusPath named = CorpusPath.of(spark, owner + ".path", source.path());
    FileDocuments files =
        new FileDocuments(source.format(), config.maxFileBytes(), ReaderLimits.of(config.reader()));
    if (source.format().equals("delta") || source.format().equals("parquet")) {
      return List.of(table(owner, source, source.format(), named, named.names()));
    }
    if (source.format().equals("auto") && named.deltaTable(spark)) {
      return List.of(table(owner, source, "delta", named, named.names()));
    }
    List<Dataset<Row>> parts = new ArrayList<>();
    Links links = config.followLinks() ? Links.NONE : Links.under(spark, named);
    CorpusPath path = links.refused().isEmpty() ? named : named.only(links.files());
    if (!links.refused().isEmpty()) {
      parts.add(rejected(links.refused()));
      if (links.files().isEmpty()) {
        return parts;
      }
    }
    List<String> empty = path.empty(spark);
    if (!empty.isEmpty()) {
      parts.add(
          rejected(
              empty.stream().collect(Collectors.toMap(file -> file, file -> "the file is empty"))));
    }
    if (FILES.contains(source.format())) {
      parts.add(files.read(spark, path, ""));
      return parts;
    }
    if (!source.format().equals("auto")) {
      parts.add(table(owner, source, source.format(), path, path.names()));
      return parts;
    }
    for (Map.Entry<String, List<String>> kind : path.files(spark).entrySet()) {
      List<String> names = kind.getValue().stream().filter(name -> !empty.contains(name)).toList();
      if (kind.getKey().isEmpty()) {
        parts.add(files.read(spark, path, CorpusPath.TABULAR_NAMES));
      } else if (!names.isEmpty()) {
        parts.add(table(owner, source, kind.getKey(), path, names));
      }
    }
    if (parts.isEmpty()) {
      throw new StageException(
          "%s.path: '%s' holds no file. Put documents there or name another path."
              .formatted(owner, source.path()));
    }
    return parts;
  }

  private Dataset<Row> table(
      String owner, CorpusSource source, String format, CorpusPath path, List<String> names) {
    boolean listed = !names.equals(List.of(source.path()));
    var reader = listed ? spark.read().option("__globPaths__", false) : path.reader(spark);
    return TableDocuments.found(
        new TableReader(spark, owner).read(format, reader, names, source.path()), source);
  }

  private Dataset<Row> rejected(Map<String, String> reasons) {
    List<Row> rows =
        reasons.entrySet().stream()
            .map(each -> SourceDocuments.rejected(each.getKey(), each.getValue()))
            .toList();
    return spark.createDataFrame(rows, SourceDocuments.SCHEMA);
  }

  private Dataset<Row> bundled(String owner, String path) {
    if (!path.equals(DemoCorpus.PATH)) {
      throw new StageException(
          "%s.path: there is no bundled corpus '%s'. Known: %s."
              .formatted(owner, path, DemoCorpus.PATH));
    }
    Extractor extractor = new Extractor();
    List<Row> rows =
        DemoCorpus.names().stream()
            .map(
                name ->
                    SourceDocuments.of(
                        DemoCorpus.PATH + "/" + name,
                        extractor.extract(name, DemoCorpus.content(name), "markdown")))
            .toList();
    return spark.createDataFrame(rows, SourceDocuments.SCHEMA);
  }
}
