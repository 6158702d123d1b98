package dev.assay.bench;

import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.bench.WorthSets.Labelled;
import dev.assay.core.Example;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Resampling;
import dev.assay.text.Sentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a change of the sentence splitter does to the ranking of metrics that go by sentence. A
 * splitter is a class path, so one process writes the scores with one splitter, another those with
 * the other, and a third compares: on the texts that the two cut differently, and on all.
 */
public final class SplitterBench {
  private static final Set<String> EVALUATORS = Set.of("groundedness_nli", "groundedness");

  private SplitterBench() {}

  /**
   * Arguments: {@code scores DATA FILE [SETS]} writes what this class path's splitter makes of the
   * texts; {@code compare DATA OLD TODAY} prints the table of two such files. SETS are separated by
   * commas.
   */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[1]);
    if (arguments[0].equals("scores")) {
      Files.writeString(
          Path.of(arguments[2]),
          scores(data, arguments.length > 3 ? Set.of(arguments[3].split(",")) : Set.of()));
    } else {
      compare(data, Scored.read(Path.of(arguments[2])), Scored.read(Path.of(arguments[3])));
    }
  }

  private static Map<String, List<Labelled>> sets(Path data) throws IOException {
    Map<String, List<Labelled>> sets = new LinkedHashMap<>(WorthSets.read(data));
    sets.put("RealSumm references", WorthSets.references(data));
    sets.keySet().removeAll(Set.of("HaluEval QA", "TAT-QA amounts", "RealSumm"));
    return sets;
  }

  /** A line a text and what was made of it: set, index, metric, value. */
  private static String scores(Path data, Set<String> wanted) throws IOException {
    StringBuilder lines = new StringBuilder();
    Map<String, List<Labelled>> sets = sets(data);
    sets.keySet().removeIf(set -> !wanted.isEmpty() && !wanted.contains(set));
    sets.forEach(
        (set, texts) -> {
          for (int i = 0; i < texts.size(); i++) {
            lines.append(String.join("\t", set, "" + i, Scored.CUTS, cuts(texts.get(i))));
            lines.append('\n');
          }
          WorthBench.scores(texts, WorthBench.evaluators(EVALUATORS::contains))
              .forEach(
                  (metric, values) -> {
                    for (int i = 0; i < values.length; i++) {
                      lines.append(String.join("\t", set, "" + i, metric, "" + values[i]));
                      lines.append('\n');
                    }
                  });
        });
    return lines.toString();
  }

  /** What tells two ways to cut a text and its passages apart, with the answer's sentences. */
  private static String cuts(Labelled text) {
    Example example = text.example();
    List<List<String>> cut =
        Stream.of(
                example.contextTexts().stream(),
                example.expected().stream(),
                example.answer().stream())
            .flatMap(texts -> texts)
            .map(Sentences::scored)
            .toList();
    int own = Sentences.scored(example.answer().orElse("")).size();
    return own + " " + Hashes.sha256(cut.toString());
  }

  private static void compare(Path data, Scored old, Scored today) throws IOException {
    System.out.println(
        "| set | texts (good) | sentences an answer | metric | splitter before | today's | gain |");
    System.out.println("| --- |" + " --- |".repeat(6));
    for (Map.Entry<String, List<Labelled>> set : sets(data).entrySet()) {
      Map<String, String[]> before = old.of(set.getKey());
      Map<String, String[]> now = today.of(set.getKey());
      if (before.isEmpty()) {
        continue;
      }
      String[] cutsBefore = before.remove(Scored.CUTS);
      String[] cutsNow = now.remove(Scored.CUTS);
      int[] all = IntStream.range(0, set.getValue().size()).toArray();
      int[] moved = IntStream.of(all).filter(i -> !cutsBefore[i].equals(cutsNow[i])).toArray();
      for (int[] rows : List.of(moved, all)) {
        String name = set.getKey() + (rows == moved ? ", cut differently" : ", all");
        String lengths = mean(cutsBefore, rows) + " → " + mean(cutsNow, rows);
        before.forEach(
            (metric, values) ->
                row(name, lengths, metric, set.getValue(), rows, values, now.get(metric)));
      }
    }
  }

  private static String mean(String[] cuts, int[] rows) {
    return String.format(
        Locale.ROOT,
        "%.1f",
        IntStream.of(rows).map(i -> Integer.parseInt(cuts[i].split(" ")[0])).average().orElse(0));
  }

  private static void row(
      String name,
      String lengths,
      String metric,
      List<Labelled> texts,
      int[] rows,
      String[] before,
      String[] now) {
    int[] known =
        IntStream.of(rows)
            .filter(i -> !before[i].equals("null") && !now[i].equals("null"))
            .toArray();
    Cohort cohort =
        Cohort.of(
            IntStream.of(known).mapToObj(i -> texts.get(i).group()).toArray(String[]::new),
            IntStream.of(known).map(i -> texts.get(i).good() ? 1 : 0).toArray());
    double[] left = IntStream.of(known).mapToDouble(i -> Double.parseDouble(before[i])).toArray();
    double[] right = IntStream.of(known).mapToDouble(i -> Double.parseDouble(now[i])).toArray();
    Resampling resampling = Resampling.of(Seeds.of(20260101, "splitter-bench", ""));
    System.out.printf(
        "| %s | %,d (%,d) | %s | %s | %s | %s | %s |%n",
        name,
        known.length,
        IntStream.of(known).filter(i -> texts.get(i).good()).count(),
        lengths,
        metric,
        Auroc.interval(left, cohort, resampling).map(WorthBench::written).orElse("one class"),
        Auroc.interval(right, cohort, resampling).map(WorthBench::written).orElse(""),
        Auroc.difference(right, left, cohort, resampling).map(WorthBench::written).orElse(""));
  }

  /** What a file of scores holds: set, index, metric or {@link #CUTS}, value. */
  private record Scored(List<String[]> lines) {
    static final String CUTS = "cuts";

    static Scored read(Path file) throws IOException {
      List<String[]> lines = new ArrayList<>();
      Files.readAllLines(file).forEach(line -> lines.add(line.split("\t")));
      return new Scored(lines);
    }

    /** By metric the values of a set's texts, as written. */
    Map<String, String[]> of(String set) {
      int most = (int) lines.stream().filter(l -> l[0].equals(set) && l[2].equals(CUTS)).count();
      Map<String, String[]> values = new LinkedHashMap<>();
      for (String[] line : lines) {
        if (line[0].equals(set)) {
          values.computeIfAbsent(line[2], metric -> new String[most])[Integer.parseInt(line[1])] =
              line[3];
        }
      }
      return values;
    }
  }
}
