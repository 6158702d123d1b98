package dev.assay.jobs.doctor;

import static java.util.stream.Collectors.joining;

import dev.assay.base.Nearest;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.ColumnGuess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which column holds what: as the options say, else by name; numeric columns that are nothing else
 * are scores.
 *
 * @param label what people said
 * @param scores what is measured against it
 * @param system who answered
 * @param group what belongs together
 * @param answer the answer's text
 * @param aside numeric columns that are not taken as scores
 */
record ColumnRoles(
    Optional<String> label,
    List<String> scores,
    Optional<String> system,
    Optional<String> group,
    Optional<String> answer,
    List<String> aside) {
  private static final List<String> LABELS =
      List.of(
          "label",
          "human_label",
          "oracle_label",
          "gold_label",
          "human",
          "human_passed",
          "human_score",
          "human_rating",
          "human_correct",
          "human_verdict",
          "annotation",
          "rating",
          "is_correct",
          "correct",
          "gold",
          "oracle",
          "passed_by_human",
          "truth");
  private static final Pattern PEOPLE =
      Pattern.compile("(^|[._])(human|label|labels|gold|oracle|annotat\\w*|rater\\w*)([._]|$)");
  private static final Pattern NO_SCORE =
      Pattern.compile(
          "(?s)id|index|row|unnamed.*|n_.*"
              + "|.*(?:_id|_chars|_count|year|seed|repeat|trial|rank|length|weight|page)");

  /** What an answer took and how it was made: a number is none of its scores in no part of it. */
  private static final Pattern EFFORT =
      Pattern.compile(
          "(?s).*(?:latency|duration|time(?!nt)|(?<!candi|vali)date).*"
              + "|.*(?:_ms|_seconds|tokens?|costs?|prices?)"
              + "|usage|params|parameters|temperature|top_p");

  static ColumnRoles of(Map<String, ColumnProfile> columns, Map<String, String> options) {
    List<String> names = List.copyOf(columns.keySet());
    ColumnGuess guess = ColumnGuess.of(names);
    Optional<String> label = named(names, options, Doctor.LABEL).or(() -> byName(columns));
    List<String> scores = new ArrayList<>();
    List<String> aside = new ArrayList<>();
    if (options.containsKey(Doctor.SCORES)) {
      for (String name : options.get(Doctor.SCORES).split(",")) {
        scores.add(known(names, name.strip(), Doctor.SCORES));
      }
      for (String name : scores) {
        if (!columns.get(name).numeric()) {
          throw new UsageException(
              "doctor: column '%s' (%s) holds no numbers: %s."
                  .formatted(name, Doctor.SCORES, String.join(", ", columns.get(name).seen())));
        }
      }
    } else {
      for (String name : guess.others()) {
        ColumnProfile column = columns.get(name);
        if (column.numeric() && !label.filter(name::equals).isPresent()) {
          boolean score =
              mayScore(name.toLowerCase(Locale.ROOT)) && !column.constant() && !column.counts();
          (score ? scores : aside).add(name);
        }
      }
    }
    Optional<String> system =
        named(names, options, Doctor.SYSTEM).or(() -> guess.column(ColumnGuess.SYSTEM));
    scores.removeIf(name -> system.filter(name::equals).isPresent());
    if (scores.isEmpty()) {
      throw new UsageException(
          "doctor: no column of scores was found. Name it with %s A,B. Columns: %s.%s"
              .formatted(
                  Doctor.SCORES,
                  String.join(", ", names),
                  almost(columns).stream().map(why -> " " + why + ".").collect(joining())));
    }
    return new ColumnRoles(
        label,
        scores,
        system,
        named(names, options, Doctor.GROUP)
            .or(() -> guess.column(ColumnGuess.GROUP))
            .or(() -> promptId(names))
            .or(() -> guess.column(ColumnGuess.QUESTION))
            .or(() -> guess.column(ColumnGuess.ID)),
        guess.column(ColumnGuess.ANSWER).filter(name -> !scores.contains(name)),
        aside);
  }

  /** By its name; of a field of an object what it stands in says it too. */
  private static boolean mayScore(String name) {
    List<String> parts = List.of(name.split("\\.", -1));
    return !NO_SCORE.matcher(parts.get(parts.size() - 1)).matches()
        && parts.stream().noneMatch(part -> EFFORT.matcher(part).matches())
        && !PEOPLE.matcher(name).find();
  }

  /** Why columns that look like numbers are not read as such. */
  static List<String> almost(Map<String, ColumnProfile> columns) {
    return columns.entrySet().stream()
        .filter(column -> column.getValue().almostNumeric())
        .map(
            column ->
                "'%s' is read as text, for '%s' is no number here: write a decimal point, and nothing behind the number"
                    .formatted(column.getKey(), column.getValue().firstAlmost()))
        .toList();
  }

  private static Optional<String> promptId(List<String> names) {
    return names.stream().filter("prompt_id"::equals).findFirst();
  }

  private static Optional<String> byName(Map<String, ColumnProfile> columns) {
    return LABELS.stream()
        .flatMap(
            usual -> columns.keySet().stream().filter(name -> plain(name).equals(plain(usual))))
        .filter(name -> columns.get(name).filled() > 0)
        .findFirst();
  }

  private static Optional<String> named(
      List<String> names, Map<String, String> options, String option) {
    return Optional.ofNullable(options.get(option)).map(name -> known(names, name, option));
  }

  private static String known(List<String> names, String name, String option) {
    if (!names.contains(name)) {
      throw new UsageException(
          "doctor: there is no column '%s' (%s).%s"
              .formatted(name, option, Nearest.hint(name, names)));
    }
    return name;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "");
  }
}
