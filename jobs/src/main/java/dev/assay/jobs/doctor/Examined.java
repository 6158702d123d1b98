package dev.assay.jobs.doctor;

import dev.assay.base.Hashes;
import dev.assay.base.Rounding;
import dev.assay.config.LabelValues;
import dev.assay.doctor.Answer;
import dev.assay.doctor.Claims;
import dev.assay.doctor.Examination;
import dev.assay.doctor.ScoreWorth;
import dev.assay.doctor.Sheet;
import dev.assay.jobs.engine.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A file, as it was understood and what was found.
 *
 * @param path of the file
 * @param roles of its columns
 * @param passing which labels pass, in words
 * @param more whether records beyond the limit were left out
 * @param remarks on what could not be read
 * @param sheet its answers
 * @param scores what each score is worth, the best first
 * @param missing what cannot be claimed
 */
record Examined(
    Path path,
    ColumnRoles roles,
    Optional<String> passing,
    boolean more,
    List<String> remarks,
    Sheet sheet,
    List<ScoreWorth> scores,
    List<String> missing) {

  /** Reads and examines a file: once for its columns, once for its numbers. */
  static Examined of(
      Path path, Map<String, String> options, int rows, double half, LabelValues words) {
    TableFile file = new TableFile(path);
    Map<String, ColumnProfile> columns = new LinkedHashMap<>();
    boolean more =
        file.read(
            rows,
            record ->
                record
                    .values()
                    .forEach(
                        (name, value) ->
                            columns
                                .computeIfAbsent(name, any -> new ColumnProfile(words))
                                .take(value)));
    ColumnRoles roles = ColumnRoles.of(columns, options);
    List<Double> said = new ArrayList<>();
    roles
        .label()
        .filter(name -> columns.get(name).numeric())
        .ifPresent(
            name ->
                file.read(
                    rows,
                    record ->
                        Optional.ofNullable(record.values().get(name))
                            .map(text -> ColumnProfile.number(text, words))
                            .flatMap(number -> number.stream().boxed().findFirst())
                            .ifPresent(said::add)));
    Optional<LabelReading> labels =
        roles
            .label()
            .map(
                name ->
                    LabelReading.of(
                        name,
                        columns.get(name),
                        Optional.ofNullable(options.get(Doctor.PASSING)),
                        words,
                        said.stream().mapToDouble(Double::doubleValue).toArray()));
    List<Answer> answers = new ArrayList<>();
    file.read(rows, record -> answers.add(answer(record, roles, labels, words)));
    List<String> remarks = new ArrayList<>(ColumnRoles.almost(columns));
    for (String score : roles.scores()) {
      if (columns.get(score).odd() > 0) {
        remarks.add(
            "%d values of '%s' are no numbers and are left out"
                .formatted(columns.get(score).odd(), score));
      }
    }
    roles
        .label()
        .filter(name -> labels.orElseThrow().words().isEmpty() && columns.get(name).unread() > 0)
        .ifPresent(
            name ->
                remarks.add(
                    "%d values of '%s' are neither numbers nor yes and no, and count as no label"
                        .formatted(columns.get(name).unread(), name)));
    Sheet sheet =
        new Sheet(
            roles.scores(),
            answers,
            thresholds(options, roles),
            listed(options, Doctor.LOWER, roles));
    List<ScoreWorth> scores = Examination.of(sheet);
    return new Examined(
        path,
        roles,
        labels.map(LabelReading::passing),
        more,
        remarks,
        sheet,
        scores,
        Claims.missing(sheet, scores, half));
  }

  private static Answer answer(
      FileRecord record, ColumnRoles roles, Optional<LabelReading> labels, LabelValues words) {
    Map<String, String> values = record.values();
    double[] scores = new double[roles.scores().size()];
    for (int i = 0; i < scores.length; i++) {
      String text = values.get(roles.scores().get(i));
      OptionalDouble number =
          text == null ? OptionalDouble.empty() : ColumnProfile.number(text, words);
      scores[i] = number.isPresent() ? Rounding.toNano(number.getAsDouble()) : Double.NaN;
    }
    String group =
        roles
            .group()
            .map(values::get)
            .map(text -> Hashes.sha256(text.strip()).substring(0, 20))
            .orElse("record " + record.line());
    return new Answer(
        group,
        roles.system().map(values::get).map(String::strip).map(String::intern).orElse(""),
        roles
            .label()
            .map(values::get)
            .filter(said -> !ColumnProfile.nothing(said))
            .flatMap(said -> labels.orElseThrow().passes(said)),
        roles
            .answer()
            .map(values::get)
            .map(text -> OptionalInt.of(text.length()))
            .orElse(OptionalInt.empty()),
        scores);
  }

  private static Map<String, Double> thresholds(Map<String, String> options, ColumnRoles roles) {
    Map<String, Double> thresholds = new LinkedHashMap<>();
    String given = options.getOrDefault(Doctor.THRESHOLD, "");
    for (String one : given.isBlank() ? new String[0] : given.split(",")) {
      String[] parts = one.split("=", 2);
      OptionalDouble value = ColumnProfile.number(parts[parts.length - 1]);
      boolean known = parts.length == 1 || roles.scores().contains(parts[0].strip());
      if (value.isEmpty() || !known) {
        throw new UsageException(
            "doctor: %s is '%s'. Allowed: a number, or SCORE=NUMBER,SCORE=NUMBER. Scores: %s."
                .formatted(Doctor.THRESHOLD, given, String.join(", ", roles.scores())));
      }
      (parts.length == 1 ? roles.scores() : List.of(parts[0].strip()))
          .forEach(score -> thresholds.put(score, value.getAsDouble()));
    }
    return thresholds;
  }

  private static List<String> listed(
      Map<String, String> options, String option, ColumnRoles roles) {
    List<String> names =
        Arrays.stream(options.getOrDefault(option, "").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    for (String name : names) {
      if (!roles.scores().contains(name)) {
        throw new UsageException(
            "doctor: '%s' (%s) is none of the scores: %s."
                .formatted(name, option, String.join(", ", roles.scores())));
      }
    }
    return names;
  }
}
