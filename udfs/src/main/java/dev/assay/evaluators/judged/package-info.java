/**
 * What chat models judge. Each evaluator is composed of steps that are prompts in {@code
 * conf/prompts}; evaluators that share a step ask it once.
 */
package dev.assay.evaluators.judged;
