/** The systems of the demonstration: extractive answers, planted faults and their truth. */
package dev.assay.demo;
