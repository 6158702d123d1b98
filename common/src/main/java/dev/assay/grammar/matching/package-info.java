/**
 * Whether a free-form answer says what a database holds: dates, numbers, names, booleans and sets
 * by rules. Where no rule decides, it says so.
 */
package dev.assay.grammar.matching;
