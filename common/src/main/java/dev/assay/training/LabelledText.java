package dev.assay.training;

import java.util.List;

/**
 * A text with the passages that do, or do not, support it.
 *
 * @param source the set that it comes from; sources count the same in training
 * @param part of the source, for reports
 * @param group what belongs together: texts about the same passages
 * @param passages the context
 * @param text the text
 * @param supported whether the passages support all of it
 */
public record LabelledText(
    String source,
    String part,
    String group,
    List<String> passages,
    String text,
    boolean supported) {}
