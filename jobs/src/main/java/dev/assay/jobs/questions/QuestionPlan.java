package dev.assay.jobs.questions;

import dev.assay.config.AssayConfig;
import dev.assay.config.GenerateConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.jobs.engine.Plan;
import dev.assay.llm.EndpointSpec;
import dev.assay.questions.QueryType;
import dev.assay.questions.asked.QuestionPrompts;
import java.util.List;
import java.util.OptionalLong;

/**
 * What asking for questions takes at most in its first round, each reply of the right form: a call
 * for the facts of every sampled chunk and of every second chunk of a pair, a call for each
 * request, and one for each unanswerable question. Chunks count with {@code chunk.max-tokens},
 * prompts with a token for every four characters.
 */
final class QuestionPlan {
  private QuestionPlan() {}

  static Plan of(AssayConfig config) {
    GenerateConfig generate = config.generate();
    QuestionPrompts prompts = AskedQuestions.prompts(generate);
    List<QueryType> types = generate.queryTypes().stream().map(QueryType::of).toList();
    String name = generate.endpoint().orElseThrow();
    EndpointSpec endpoint = EndpointSpec.of(name, config.llm().endpoints().get(name));
    long chunks = config.sample().size();
    long pairs = Math.min(chunks, config.sample().pairs().chunks());
    boolean two =
        types.stream().anyMatch(QueryType::onTwo)
            && config.sample().pairs().inside() + config.sample().pairs().across() > 0;
    long onTwo = types.stream().filter(QueryType::onTwo).count();
    int perChunk = Math.min(generate.requestsPerChunk(), types.size());
    long facts = chunks + (two ? pairs * Math.min(onTwo, perChunk) : 0);
    long requests = chunks * perChunk;
    long checks =
        types.contains(QueryType.UNANSWERABLE)
            ? (requests + types.size() - 1) / types.size() * generate.difficulties().size()
            : 0;
    long passage = config.chunk().maxTokens();
    long longest =
        types.stream().mapToLong(type -> prompts.length(type.id())).max().orElseThrow() / 4;
    long input =
        facts * (prompts.length("facts") / 4 + passage)
            + requests * (longest + (two ? 4 : 2) * passage)
            + (checks == 0
                ? 0
                : checks
                    * (prompts.length("answerable") / 4
                        + (generate.checkPassages() + 1) * passage));
    long calls = facts + requests + checks;
    ParametersConfig parameters = config.llm().parameters(generate.parameters(), name);
    long output = calls * parameters.maxTokens().orElse(EndpointSpec.ASSUMED_OUTPUT);
    return Plan.asking(endpoint, calls, input, output)
        .embedding(OptionalLong.empty())
        .note(
            "calls: facts of %,d chunks (sample.size and the pairs' other chunks) + %,d requests (sample.size x generate.requests-per-chunk) + %,d checks of unanswerable questions, less what llm_calls has; repairs of replies and further rounds (generate.rounds = %d) come on top"
                .formatted(facts, requests, checks, generate.rounds()))
        .note(
            "tokens: prompt characters / 4 + chunk.max-tokens for each passage and as many for its"
                + " facts + max-tokens (or "
                + EndpointSpec.ASSUMED_OUTPUT
                + ") for the reply");
  }
}
