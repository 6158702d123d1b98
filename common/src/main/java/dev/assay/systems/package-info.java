/**
 * The embedded demonstration systems: retrieval, extractive answers, planted faults and their
 * truth.
 */
package dev.assay.systems;
