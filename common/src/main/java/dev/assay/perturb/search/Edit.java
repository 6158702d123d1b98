package dev.assay.perturb.search;

/**
 * One change of a text.
 *
 * @param start of what it replaces in the origin, in characters
 * @param end of that, exclusive; as {@code start} where something is put in
 * @param text what stands there instead; empty where something is left out
 */
public record Edit(int start, int end, String text) {}
