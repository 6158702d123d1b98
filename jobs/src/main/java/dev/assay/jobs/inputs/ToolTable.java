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
  private static final Pattern OUTPUT = Pattern.compile("\\[(.+?)] (.*)", Pattern.DOTALL);
  private static final Pattern REPEATED = Pattern.compile("(.+) \\(\\d+\\)", Pattern.DOTALL);

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
    if (outputs.isEmpty()) {
      return List.of(line);
    }
    List<String> variables = new ArrayList<>(names.subList(0, outputs.get(0)));
    boolean described = variables.remove("Description");
    List<String> systems =
        ToolSystems.names(outputs.stream().map(at -> output(names.get(at), line)).toList());
    List<Map<String, String>> answers = new ArrayList<>();
    for (int output : outputs) {
      Map<String, String> answer = new LinkedHashMap<>();
      if (described) {
        answer.put("description", text(line.get("Description")));
      }
      String system = systems.get(answers.size());
      answer.put("system", system.isEmpty() ? null : system);
      answer.put("answer", text(line.get(names.get(output))));
      answer.put("success", success(line.get(names.get(output + 1))));
      answer.put("score", line.get(names.get(output + 2)));
      for (int i = output + 4;
          i < names.size() && names.get(i).startsWith(ToolAnswers.METRIC);
          i++) {
        String metric = plain(names.get(i)).substring(ToolAnswers.METRIC.length());
        boolean taken = ToolAnswers.RESULT.contains(metric) || variables.contains(metric);
        answer.put(taken ? plain(names.get(i)) : metric, line.get(names.get(i)));
      }
      for (String name : variables) {
        answer.put(ToolAnswers.RESULT.contains(name) ? "vars." + name : name, text(line.get(name)));
      }
      if (variables.size() == 1) {
        answer.putIfAbsent("question", text(line.get(variables.get(0))));
      }
      answers.add(answer);
    }
    return answers;
  }

  private static ToolSystems.Output output(String heading, Map<String, String> line) {
    String own = line.containsKey(plain(heading)) ? plain(heading) : heading;
    Matcher provider = OUTPUT.matcher(own);
    return provider.matches()
        ? new ToolSystems.Output(provider.group(1), provider.group(2))
        : new ToolSystems.Output("", own);
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
