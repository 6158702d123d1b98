package dev.assay.jobs.inputs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table that {@code promptfoo eval --output FILE.csv} writes: a line a test, with the variables
 * and, for each prompt and provider, the output, {@code Status}, {@code Score}, {@code Named
 * Scores}, a {@code Metric: NAME} each, {@code Grader Reason} and {@code Comment}.
 */
final class ToolTable {
  private static final Pattern OUTPUT = Pattern.compile("\\[(.+?)] .*", Pattern.DOTALL);
  private static final Pattern REPEATED = Pattern.compile("(.+) \\(\\d+\\)", Pattern.DOTALL);
  private static final String METRIC = "Metric: ";

  /** What promptfoo writes before a cell that a spreadsheet would take for a formula. */
  private static final Pattern GUARDED =
      Pattern.compile("'[\\s\\u200B-\\u200D]*[-=+@].*", Pattern.DOTALL);

  private ToolTable() {}

  /** A record for each output of a line; any other record as it is. */
  static List<Map<String, String>> answers(Map<String, String> line) {
    List<String> names = new ArrayList<>(line.keySet());
    List<Integer> outputs = new ArrayList<>();
    for (int i = 0; i + 3 < names.size(); i++) {
      if (plain(names.get(i + 1)).equals("Status")
          && plain(names.get(i + 2)).equals("Score")
          && plain(names.get(i + 3)).equals("Named Scores")) {
        outputs.add(i);
      }
    }
    List<Map<String, String>> answers = new ArrayList<>();
    for (int output : outputs) {
      Map<String, String> answer = new LinkedHashMap<>();
      for (String name : names.subList(0, outputs.get(0))) {
        answer.put(name.equals("Description") ? "description" : name, text(line.get(name)));
      }
      Matcher provider = OUTPUT.matcher(names.get(output));
      answer.put("system", provider.matches() ? provider.group(1) : null);
      answer.put("answer", text(line.get(names.get(output))));
      answer.put("success", success(line.get(names.get(output + 1))));
      answer.put("score", line.get(names.get(output + 2)));
      for (int i = output + 4; i < names.size() && names.get(i).startsWith(METRIC); i++) {
        answer.put(plain(names.get(i)).substring(METRIC.length()), line.get(names.get(i)));
      }
      answers.add(answer);
    }
    return answers.isEmpty() ? List.of(line) : answers;
  }

  /** A heading without the number that tells it from others of the same name. */
  private static String plain(String name) {
    Matcher repeated = REPEATED.matcher(name);
    return repeated.matches() ? repeated.group(1) : name;
  }

  private static String text(String cell) {
    return cell != null && GUARDED.matcher(cell).matches() ? cell.substring(1) : cell;
  }

  /** An error is neither. */
  private static String success(String status) {
    return "PASS".equals(status) ? "true" : "FAIL".equals(status) ? "false" : null;
  }
}
