package dev.assay.text;

/**
 * A passage of a text.
 *
 * @param position its place in the text, from 0
 * @param start index of its first character
 * @param end index after its last character
 * @param text the characters between, without blanks at either end
 * @param tokens sum of its sentences' tokens, special tokens not included
 * @param sentences number of its sentences; a piece of a cut sentence counts as one
 */
public record Chunk(int position, int start, int end, String text, int tokens, int sentences) {}
