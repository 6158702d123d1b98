package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Recorded answers of two systems in which it is known what is wrong: financial questions with
 * errors planted into one product line (TAT-QA, Zhu et al. 2021), and questions with a right and a
 * hallucinated answer each (HaluEval, Li et al. 2023), once with a better system and once without.
 */
final class HeadlineWorlds {
  private static final int QUESTIONS = 300;
  private static final ObjectMapper JSON = new ObjectMapper();

  private HeadlineWorlds() {}

  /** A system's answer to a question, and whether it is right. */
  record Answered(
      String id,
      String system,
      String line,
      String question,
      String passage,
      String expected,
      String answer,
      boolean right) {

    String json() {
      return JSON.createObjectNode()
          .put("id", id)
          .put("system", system)
          .put("line", line)
          .put("question", question)
          .put("expected_answer", expected)
          .put("answer", answer)
          .set("contexts", JSON.createArrayNode().add(passage))
          .toString();
    }
  }

  /** A question with an answer that is right and one that is wrong. */
  private record Question(
      String id, String line, String text, String passage, String right, String wrong) {
    Answered by(String system, boolean correct) {
      return new Answered(id, system, line, text, passage, right, correct ? right : wrong, correct);
    }
  }

  /** Of questions about tables beta gets six of ten wrong, else as alpha three of a hundred. */
  static List<Answered> oneLine(Path data) throws IOException {
    SplittableRandom random = new SplittableRandom(20261123);
    List<Answered> answers = new ArrayList<>();
    for (Question q : tatqa(data.resolve("tatqa/tatqa_dataset_dev.json"))) {
      answers.add(q.by("alpha", random.nextDouble() >= .03));
      answers.add(q.by("beta", random.nextDouble() >= (q.line().equals("table") ? .6 : .03)));
    }
    return answers;
  }

  /** Shares of right answers of alpha and beta exactly as given. */
  static List<Answered> hallucinated(Path data, double alpha, double beta) throws IOException {
    SplittableRandom random = new SplittableRandom(20261124);
    List<Answered> answers = new ArrayList<>();
    boolean[] alphaRight = share(alpha, random);
    boolean[] betaRight = share(beta, random);
    int n = 0;
    for (String line : Files.readAllLines(data.resolve("halueval/qa_one-turn_data.json"))) {
      if (n++ == QUESTIONS) {
        break;
      }
      JsonNode item = JSON.readTree(line);
      Question question =
          new Question(
              "h" + n,
              "all",
              item.path("question").asText(item.path("user_query").asText()),
              item.get("knowledge").asText(),
              item.get("right_answer").asText(),
              item.get("hallucinated_answer").asText());
      answers.add(question.by("alpha", alphaRight[n - 1]));
      answers.add(question.by("beta", betaRight[n - 1]));
    }
    return answers;
  }

  private static boolean[] share(double right, SplittableRandom random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      order.add(random.nextInt(i + 1), i);
    }
    boolean[] chosen = new boolean[QUESTIONS];
    order.subList(0, (int) Math.round(right * QUESTIONS)).forEach(i -> chosen[i] = true);
    return chosen;
  }

  /** Questions with one span as answer; wrong is that of another question about the same report. */
  private static List<Question> tatqa(Path file) throws IOException {
    List<Question> questions = new ArrayList<>();
    for (JsonNode report : JSON.readTree(file.toFile())) {
      List<JsonNode> asked = new ArrayList<>();
      report
          .get("questions")
          .forEach(
              q -> {
                if (q.get("answer").isArray() && q.get("answer").size() == 1) {
                  asked.add(q);
                }
              });
      for (int i = 0; i < asked.size() && questions.size() < QUESTIONS; i++) {
        String right = span(asked.get(i));
        String wrong = span(asked.get((i + 1) % asked.size()));
        if (!wrong.equals(right)) {
          questions.add(
              new Question(
                  asked.get(i).get("uid").asText(),
                  asked.get(i).get("answer_from").asText().equals("text") ? "text" : "table",
                  asked.get(i).get("question").asText(),
                  passage(report),
                  right,
                  wrong));
        }
      }
    }
    return questions;
  }

  private static String span(JsonNode question) {
    return (question.get("answer").get(0).asText() + " " + question.get("scale").asText()).strip();
  }

  private static String passage(JsonNode report) {
    StringBuilder passage = new StringBuilder();
    report.get("paragraphs").forEach(p -> passage.append(p.get("text").asText()).append('\n'));
    for (JsonNode row : report.get("table").get("table")) {
      List<String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.asText()));
      passage.append(String.join(" | ", cells)).append('\n');
    }
    return passage.toString();
  }
}
