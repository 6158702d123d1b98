/** Chat models as judges: who is asked, with which prompts, how often. No Spark. */
package dev.assay.judges;
