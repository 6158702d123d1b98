/**
 * The language in which a test case says what a text must and must not contain: strings and regular
 * expressions under AND, OR, NOT and parentheses. See {@link dev.assay.conditions.ConditionParser}.
 */
package dev.assay.conditions;
