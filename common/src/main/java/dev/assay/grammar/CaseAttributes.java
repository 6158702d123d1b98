package dev.assay.grammar;

/** Keys of {@code test_cases.attributes} that every case from a database has. */
public final class CaseAttributes {
  /** The SQL with its values: the logic of the group. */
  public static final String SQL = "sql";

  /** {@link SqlTemplate#id()}. */
  public static final String SQL_TEMPLATE = "sql_template";

  /** {@link QueryKind#id()}. */
  public static final String QUERY_KIND = "query_kind";

  /** {@link AnswerType#id()}. */
  public static final String ANSWER_TYPE = "answer_type";

  /**
   * The elements' types where the answer is a set: {@link AnswerType#id()}; else as {@link
   * #ANSWER_TYPE}.
   */
  public static final String VALUE_TYPE = "value_type";

  /** Hash of the wording, values aside. */
  public static final String WORDING = "wording";

  /**
   * Whether a passage of the corpus says the answer together with the values of the question:
   * {@code yes}, {@code no} or {@code unknown}.
   */
  public static final String IN_CORPUS = "in_corpus";

  private CaseAttributes() {}
}
