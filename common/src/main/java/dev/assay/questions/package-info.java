/**
 * Test questions, whoever writes them: their types and difficulty, and the selection by relevancy
 * and diversity.
 */
package dev.assay.questions;
