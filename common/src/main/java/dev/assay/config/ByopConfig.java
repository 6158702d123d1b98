package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.util.List;

/**
 * A judge by a prompt of one's own. See {@code conf/reference.conf}.
 *
 * @param prompt a text file with places {@code {question}}, {@code {expected_answer}}, {@code
 *     {context}}, {@code {actual_answer}}
 * @param scale boolean, score or levels
 * @param levels for scale = levels, the worst first
 * @param needs without which there is nothing to judge; empty: what the prompt has places for
 * @param threshold at which an answer passes
 */
public record ByopConfig(
    String prompt,
    @Default("boolean") String scale,
    List<String> levels,
    List<String> needs,
    @Default("0.5") double threshold) {}
