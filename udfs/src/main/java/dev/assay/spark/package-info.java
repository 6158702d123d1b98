/** What runs evaluators and models inside Spark. */
package dev.assay.spark;
