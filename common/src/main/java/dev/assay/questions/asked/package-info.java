/**
 * Test questions written by a language model: what it is asked, what of its replies is kept, and
 * which of the kept ones become test cases. Source: 000 §2 step 5, 004 step 2. No Spark.
 */
package dev.assay.questions.asked;
