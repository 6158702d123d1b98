package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.Example;
import dev.assay.core.Judge;
import dev.assay.core.Passage;
import dev.assay.core.Status;
import dev.assay.llm.NoReply;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What several evaluators ask in the same words, so that it is asked once. */
final class Steps {
  static final String CLAIMS = "claims";
  static final String SUPPORTED = "supported";

  /** Statements of one question to the judge at most. */
  static final int MOST = 200;

  private Steps() {}

  /** The claims that {@code text}, an answer to {@code question}, makes. */
  static List<String> claims(Judge judge, String question, String text) {
    List<String> claims = new ArrayList<>();
    JsonNode reply = judge.ask(CLAIMS, Map.of("question", question, "text", text));
    for (JsonNode claim : reply.path("claims")) {
      if (!Sentences.blank(claim.asText())) {
        claims.add(claim.asText().strip());
      }
    }
    return claims.stream().distinct().toList();
  }

  /** Whether each statement follows from {@code evidence}. */
  static Verdicts supported(Judge judge, List<String> statements, String evidence) {
    if (statements.isEmpty()) {
      return new Verdicts(List.of(), List.of());
    }
    capped(statements.size());
    JsonNode reply =
        judge.ask(
            SUPPORTED,
            Map.of("statements", Texts.numbered(statements), "evidence", evidence),
            Verdicts.exactly("verdicts", statements.size()));
    return Verdicts.read(reply, statements, "supported");
  }

  /** A verdict on every retrieved passage, each in a question of its own beside {@code texts}. */
  static Verdicts passages(Judge judge, String prompt, Example example, Map<String, String> texts) {
    List<String> passages = Texts.passages(example).stream().map(Passage::text).toList();
    capped(passages.size());
    List<Map<String, String>> values = new ArrayList<>();
    for (String passage : passages) {
      Map<String, String> own = new HashMap<>(texts);
      own.put("passage", passage);
      values.add(own);
    }
    return new Verdicts(
        passages,
        judge.each(prompt, values).stream()
            .map(reply -> Verdicts.Verdict.of(reply, "verdict"))
            .toList());
  }

  static void capped(int texts) {
    if (texts > MOST) {
      throw new NoReply(Status.TOO_LONG, texts + " statements or passages are more than " + MOST);
    }
  }
}
