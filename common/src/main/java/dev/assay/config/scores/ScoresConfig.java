package dev.assay.config.scores;

import java.util.List;
import java.util.Map;

/**
 * Scores from elsewhere. See {@code conf/reference.conf}.
 *
 * @param name the first half of their metrics' names
 * @param metrics what files of scores may say, by name
 * @param sources the files
 */
public record ScoresConfig(
    String name, Map<String, GivenMetric> metrics, List<ScoreSource> sources) {}
