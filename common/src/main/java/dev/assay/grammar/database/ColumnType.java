package dev.assay.grammar.database;

/** What kind of values a column has. */
public enum ColumnType {
  TEXT,
  NUMBER,
  /** Days or moments, also where the database keeps them as text ({@code 2024-03-01 …}). */
  DATE,
  BOOLEAN,
  /** Bytes, documents, arrays: nothing that an answer is made of. */
  OTHER
}
