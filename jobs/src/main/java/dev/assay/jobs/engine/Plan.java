package dev.assay.jobs.engine;

import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What a stage would do, as far as that is known without reading any table.
 *
 * @param llmCalls calls of language models, at most
 * @param llmTokens their tokens, at most
 * @param llmCost their cost in the currency of the configured prices
 * @param textsToEmbed texts that the embedder would see, at most; empty: known only once the input
 *     is read
 * @param notes further lines
 */
public record Plan(
    long llmCalls, long llmTokens, double llmCost, OptionalLong textsToEmbed, List<String> notes) {

  /** No call of a language model, and embedding work that only the input tells. */
  public static final Plan UNKNOWN_INPUT = new Plan(0, 0, 0, OptionalLong.empty(), List.of());

  /** No call of a language model and nothing to embed. */
  public static final Plan NO_MODEL = new Plan(0, 0, 0, OptionalLong.of(0), List.of());

  public Plan {
    notes = List.copyOf(notes);
  }

  /** Calls of one endpoint that read and write so many tokens together, and nothing to embed. */
  public static Plan asking(EndpointSpec endpoint, long calls, long input, long output) {
    double cost = endpoint.cost(new Usage(OptionalLong.of(input), OptionalLong.of(output)));
    return new Plan(calls, input + output, cost, OptionalLong.of(0), List.of());
  }

  /** The same with a further line. */
  public Plan note(String line) {
    List<String> more = new ArrayList<>(notes);
    more.add(line);
    return new Plan(llmCalls, llmTokens, llmCost, textsToEmbed, more);
  }

  /** The same with other embedding work. */
  public Plan embedding(OptionalLong texts) {
    return new Plan(llmCalls, llmTokens, llmCost, texts, notes);
  }

  /** One line: calls, tokens, cost, texts to embed. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "LLM calls %,d, tokens %,d, cost %.2f; texts to embed %s",
        llmCalls,
        llmTokens,
        llmCost,
        textsToEmbed.isPresent()
            ? String.format(Locale.ROOT, "%,d", textsToEmbed.getAsLong())
            : "known once the input is read");
  }
}
