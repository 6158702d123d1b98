package dev.assay.questions.asked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.Passage;
import dev.assay.core.Status;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Interview;
import dev.assay.llm.Interview.Parsed;
import dev.assay.llm.Interview.Question;
import dev.assay.llm.NoReply;
import dev.assay.questions.DraftQuestion;
import dev.assay.questions.SourceChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes questions by asking a model: for the key facts of each passage, then for questions on them,
 * and of a question that the corpus should not answer whether the passages that retrieval finds for
 * it answer it after all.
 *
 * @param style a request's text whose parameters say how the model is to write
 * @param seed orders the options of a multiple choice
 */
public record Questioner(
    EndpointSpec endpoint,
    String style,
    QuestionPrompts prompts,
    Surroundings surroundings,
    Limits limits,
    long seed) {

  /** What comes of {@code request}: a pure function of it, the corpus and the replies. */
  public RequestOutcome make(Request request, Interview interview) {
    try {
      return questions(request, facts(request, interview), interview);
    } catch (NoReply none) {
      RefusedDraft refused = new RefusedDraft("no_reply", describe(none), request.type().id());
      return new RequestOutcome(List.of(), List.of(refused), owed(none));
    }
  }

  private List<KeyFact> facts(Request request, Interview interview) {
    List<Question> asked =
        request.chunks().stream()
            .map(chunk -> ask(QuestionPrompts.FACTS, Map.of("passages", titled(chunk))))
            .toList();
    List<Parsed> replies = interview.jsons(asked);
    List<KeyFact> facts = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      facts.addAll(KeyFact.of(replies.get(i).orThrow(), i + 1, request.chunks().get(i)));
    }
    return facts;
  }

  private RequestOutcome questions(Request request, List<KeyFact> facts, Interview interview) {
    long told = facts.stream().map(KeyFact::passage).distinct().count();
    if (told < request.chunks().size()) {
      RefusedDraft none =
          new RefusedDraft("no_facts", "a passage gave no key fact", request.type().id());
      return new RequestOutcome(List.of(), List.of(none), false);
    }
    Map<String, String> values =
        Map.of(
            "passages", numbered(request.chunks().stream().map(Questioner::titled).toList()),
            "facts", KeyFact.numbered(facts),
            "difficulties", String.join(", ", request.difficulties()),
            "verdicts", String.join(", ", request.verdicts()));
    JsonNode reply = interview.json(ask(request.type().id(), values));
    Inspection inspection = new Inspection(surroundings, limits, seed);
    List<DraftQuestion> drafts = new ArrayList<>();
    List<JsonNode> items = new ArrayList<>();
    List<RefusedDraft> refused = new ArrayList<>();
    boolean broken = false;
    for (JsonNode item : reply.path("questions")) {
      try {
        drafts.add(inspection.draft(item, request, facts));
        items.add(item);
      } catch (Rejection rejection) {
        refused.add(RefusedDraft.of(rejection.reason(), rejection.getMessage(), item));
      } catch (RuntimeException model) {
        // A model that cannot read what another one wrote must not end the stage, but is told.
        broken = true;
        refused.add(RefusedDraft.of("check_failed", model.toString(), item));
      }
    }
    return request.type().answerable()
        ? new RequestOutcome(drafts, refused, broken)
        : unanswerable(request, new RequestOutcome(drafts, refused, broken), items, interview);
  }

  /** Keeps those that none of the best passages answers, in the model's view. */
  private RequestOutcome unanswerable(
      Request request, RequestOutcome made, List<JsonNode> items, Interview interview) {
    List<DraftQuestion> drafts = made.drafts();
    List<RefusedDraft> refused = new ArrayList<>(made.refused());
    List<Question> checks = drafts.stream().map(draft -> check(draft.question(), request)).toList();
    List<Parsed> replies = interview.jsons(checks);
    List<DraftQuestion> kept = new ArrayList<>();
    boolean failed = made.failed();
    for (int i = 0; i < drafts.size(); i++) {
      try {
        JsonNode said = replies.get(i).orThrow();
        if (said.path("answerable").asBoolean(true)) {
          String quote = Candidate.text(said.path("quote"));
          refused.add(RefusedDraft.of("answerable", quote, items.get(i)));
        } else {
          kept.add(drafts.get(i));
        }
      } catch (NoReply none) {
        failed |= owed(none);
        refused.add(RefusedDraft.of("unchecked", describe(none), items.get(i)));
      }
    }
    return new RequestOutcome(kept, refused, failed);
  }

  private Question check(String question, Request request) {
    SourceChunk own = request.chunks().get(0);
    List<String> passages = new ArrayList<>(List.of(own.text()));
    for (Passage passage : surroundings.retrieved(question, limits.checkPassages())) {
      if (!passage.chunkId().equals(own.chunkId())) {
        passages.add(passage.text());
      }
    }
    return ask(
        QuestionPrompts.ANSWERABLE, Map.of("question", question, "passages", numbered(passages)));
  }

  private Question ask(String prompt, Map<String, String> values) {
    return new Question(endpoint, prompts.request(prompt, values, style), 0);
  }

  private static String titled(SourceChunk chunk) {
    return chunk.title().isBlank() ? chunk.text() : chunk.title().strip() + "\n\n" + chunk.text();
  }

  private static String numbered(List<String> passages) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < passages.size(); i++) {
      text.append(i == 0 ? "" : "\n\n").append('[').append(i + 1).append("] ");
      text.append(passages.get(i));
    }
    return text.toString();
  }

  private static String describe(NoReply none) {
    return none.status().id() + (none.getMessage().isBlank() ? "" : ": " + none.getMessage());
  }

  /** A refusal, or a prompt that is too long, will be the same next time. */
  private static boolean owed(NoReply none) {
    return none.status() != Status.REFUSED && none.status() != Status.TOO_LONG;
  }
}
