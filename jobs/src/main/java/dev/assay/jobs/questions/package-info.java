/** Stage {@code generate}: test questions from the drawn chunks. */
package dev.assay.jobs.questions;
