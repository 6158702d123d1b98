package dev.assay.model;

/**
 * What fitting a model gave.
 *
 * @param weights as the file that the model is read from
 * @param report what was measured, as JSON
 * @param texts labelled texts read
 */
public record Trained(String weights, String report, int texts) {}
