package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.util.Optional;

/**
 * Where the reply of a service under test has what, as JSON Pointers (RFC 6901). Those of a context
 * start at its element of {@code contexts}.
 */
public record ReplyConfig(
    String answer,
    Optional<String> contexts,
    @Default("") String contextText,
    Optional<String> contextChunkId,
    Optional<String> contextDocId,
    Optional<String> contextScore,
    Optional<String> artifacts,
    Optional<String> inputTokens,
    Optional<String> outputTokens) {}
