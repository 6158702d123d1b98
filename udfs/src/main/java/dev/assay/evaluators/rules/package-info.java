/**
 * Evaluators by rules: what a text must contain or must not, data that leaks, refusals, unsafe
 * words. Their rules are files ({@link dev.assay.rules.RuleSuite}); every metric of a row is 0 or
 * 1, so that its mean is a rate. All take time linear in the text.
 */
package dev.assay.evaluators.rules;
