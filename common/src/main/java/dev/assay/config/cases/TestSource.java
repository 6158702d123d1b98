package dev.assay.config.cases;

import java.util.Optional;

/**
 * One test suite. See {@code conf/reference.conf}.
 *
 * @param path a file, folder, pattern or URI
 * @param format jsonl, json, yaml, csv, tsv, xlsx, parquet, delta, or auto
 * @param name the suite's name; by default the file's
 * @param version of the suite; by default a hash of its cases
 * @param sheet of an Excel file; by default the first
 * @param qrels for preset trec: the file of relevance judgements
 * @param cases which columns hold what
 */
public record TestSource(
    String path,
    Optional<String> format,
    Optional<String> name,
    Optional<String> version,
    Optional<String> sheet,
    Optional<String> qrels,
    @Inline CaseNames cases) {

  /** The suite's name: the configured one, else the file's without its ending. */
  public String suite() {
    String file = path.replaceAll("(?<![/\\\\])[/\\\\]++$", "").replaceAll("^.*[/\\\\]", "");
    // golden.jsonl.gz is the suite that golden.jsonl was.
    String text =
        file.replaceAll(
            "(?<=.)(?i)(\\.(?:jsonl|ndjson|json|csv|tsv|ya?ml))(?-i)\\.(?:gz|bz2)$", "$1");
    return name.orElse(text.replaceAll("(?<=.)\\.[A-Za-z0-9]+$", ""));
  }
}
