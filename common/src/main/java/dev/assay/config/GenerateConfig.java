package dev.assay.config;

import dev.assay.config.blocks.ParametersConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How test cases are made. See {@code conf/reference.conf}.
 *
 * @param provider {@code rules} or {@code endpoint}; all keys after {@code indexChunks} are for the
 *     latter
 * @param indexChunks how many chunks questions are checked against
 * @param endpoint a name in {@code llm.endpoints}
 * @param parameters in the place of the endpoint's own
 * @param requestsPerChunk types of question that a chunk is asked for in the first round
 * @param rounds how often the model is asked for what is missing, the first time included
 */
public record GenerateConfig(
    String provider,
    String suite,
    List<String> queryTypes,
    int perChunk,
    double minRelevancy,
    double maxSimilarity,
    int indexChunks,
    Optional<String> endpoint,
    Optional<ParametersConfig> parameters,
    Map<String, String> prompts,
    List<String> difficulties,
    int requestsPerChunk,
    int rounds,
    String retriever,
    int maxRank,
    double maxCopied,
    double minSupport,
    int checkPassages) {

  /** Whether a language model writes the questions. */
  public boolean byEndpoint() {
    return provider.equals("endpoint");
  }
}
