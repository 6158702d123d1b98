/**
 * Rules that find things in texts: personal data, secrets, refusals, attacks. A {@link
 * dev.assay.rules.RuleSuite} is a file with patterns, validators and examples; {@link
 * dev.assay.rules.Decoder} finds and undoes encodings. All linear in the text.
 */
package dev.assay.rules;
