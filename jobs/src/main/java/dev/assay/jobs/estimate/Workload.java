package dev.assay.jobs.estimate;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evaluator;
import dev.assay.core.Slot;
import dev.assay.spark.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is evaluated, in numbers.
 *
 * @param answers how many, of all systems together
 * @param systems how many systems gave them, each to every question
 * @param asked whether systems are asked for them; else they are recorded
 * @param evaluators that score them
 * @param empty slots that no model fills: who could use one goes without
 * @param texts how long they are
 * @param chunks of the corpus; 0: none is read
 * @param commitRows {@code pipeline.commit-rows}
 */
public record Workload(
    double answers,
    int systems,
    boolean asked,
    List<Evaluator> evaluators,
    Set<Slot> empty,
    Texts texts,
    double chunks,
    int commitRows) {
  /**
   * Rows that quote a sentence of the answer. Those that hold all texts against each other quote
   * each of theirs once besides. {@code scripts/bench units rows} has 4 rows to answers of two
   * sentences, {@code scripts/bench evaluate} 57 to answers of two with forty in their passages.
   */
  private static final int ROWS_A_SENTENCE = 2;

  private static final int TOKENS_A_SENTENCE = 25;

  static final String TOKEN = "token";
  static final String CALL = "a call";
  private static final String EMBEDDED = "an embedded " + TOKEN;
  private static final String READ = "a read " + TOKEN;

  private static final int CHARACTERS_A_TOKEN = 4;

  /**
   * How long texts are, in tokens.
   *
   * @param answer an answer, and the one that was expected
   * @param passages how many come with an answer
   * @param passage one of them
   * @param chunk of the corpus
   * @param distinct share of the tokens in passages that the embedder has not seen before
   */
  public record Texts(double answer, int passages, double passage, double chunk, double distinct) {
    private double read() {
      return 2 * answer + passages * passage;
    }

    /** Answers are embedded as wholes and by sentences, and passages by sentences. */
    private double embedded() {
      return 2 * 2 * answer + passages * passage * distinct;
    }
  }

  public Workload {
    evaluators = List.copyOf(evaluators);
    empty = Set.copyOf(empty);
  }

  /** Questions of one system, the unit of every interval. */
  public double questions() {
    return answers / systems;
  }

  /** Numbers that the stages from {@code calibrate} on read. */
  public double scores() {
    return answers * evaluators.stream().mapToInt(one -> one.spec().metrics().size()).sum();
  }

  /** Calls of {@code answer}, and of judges. */
  public double calls() {
    return (asked ? answers : 0) + judged();
  }

  private double judged() {
    long each = 0;
    for (Evaluator evaluator : evaluators) {
      each += evaluator instanceof AskingEvaluator one ? one.calls(texts.passages()) : 0;
    }
    return answers * each;
  }

  /** How often {@code embed} and {@code evaluate} commit, where rows decide it. */
  public double batches() {
    return batches(answers) + batches(chunks);
  }

  private double batches(double rows) {
    return batches(rows, commitRows);
  }

  /** How often {@code rows} commit in batches of {@code commitRows}. */
  public static double batches(double rows, int commitRows) {
    return Math.ceil(rows / commitRows);
  }

  /** Parquet files that {@code embed} and {@code evaluate} leave: a task that writes leaves one. */
  public double files() {
    return 2 * batches(answers) * Tasks.ofCheap(commitRows)
        + batches(chunks) * Tasks.ofTexts(commitRows);
  }

  private boolean asksModels() {
    return evaluators.stream().anyMatch(one -> !one.spec().models().isEmpty());
  }

  /** The stages, in order. */
  public List<StageWork> stages() {
    List<StageWork> all = new ArrayList<>();
    if (chunks > 0) {
      all.add(plain("ingest", Map.of("ingest: a chunk", chunks), Map.of("chunks", chunks)));
      all.add(embed());
      all.add(plain("stratify", Map.of("stratify: a chunk", chunks), Map.of("strata", chunks)));
      all.add(plain("sample", Map.of("sample: a chunk", chunks), Map.of()));
    }
    all.add(answer());
    all.add(evaluate());
    all.add(scored("calibrate", Map.of()));
    all.add(scored("apply", Map.of("decisions", scores(), "review_queue", answers)));
    all.add(scored("analyze", Map.of("run_cases", answers)));
    all.add(scored("report", Map.of()));
    return all;
  }

  private StageWork scored(String stage, Map<String, Double> rows) {
    return plain(stage, Map.of(stage + ": a score", scores()), rows);
  }

  private static StageWork plain(
      String stage, Map<String, Double> amounts, Map<String, Double> rows) {
    return new StageWork(stage, amounts, 0, 0, rows, 0);
  }

  private StageWork embed() {
    return new StageWork(
        "embed",
        Map.of(EMBEDDED, chunks * texts.chunk()),
        batches(chunks),
        0,
        Map.of("embeddings", chunks),
        0);
  }

  private StageWork answer() {
    Map<String, Double> rows = new TreeMap<>();
    rows.put("responses", answers);
    rows.put("test_cases", questions());
    rows.put("run_cases", answers);
    double text = answers * texts.read() * CHARACTERS_A_TOKEN;
    if (!asked) {
      return new StageWork("answer", Map.of("a recorded answer", answers), 0, 0, rows, text);
    }
    rows.put("llm_calls", answers);
    return new StageWork("answer", Map.of(CALL, answers), 0, answers, rows, text);
  }

  private StageWork evaluate() {
    Map<String, Double> amounts = new TreeMap<>();
    TreeSet<Slot> slots = new TreeSet<>();
    long checks = 0;
    for (Evaluator evaluator : evaluators) {
      slots.addAll(evaluator.spec().models());
      checks += evaluator instanceof AskingEvaluator ? 0 : 1;
    }
    amounts.put("a scored answer", answers);
    amounts.put("a check", answers * checks);
    amounts.put("an evaluator", (double) checks);
    slots.remove(Slot.CHAT);
    slots.removeAll(empty);
    if (!slots.isEmpty()) {
      amounts.put(READ, answers * texts.read());
    }
    for (Slot slot : slots) {
      String unit = slot == Slot.EMBEDDER ? EMBEDDED : "a " + TOKEN + " for " + slot.key();
      amounts.put(unit, answers * texts.embedded());
    }
    double judged = judged();
    Map<String, Double> rows = new TreeMap<>();
    rows.put("scores", scores());
    rows.put("sentence_scores", quoted());
    rows.put("run_cases", answers);
    if (judged > 0) {
      amounts.put(CALL, judged);
      rows.put("llm_calls", judged);
    }
    return new StageWork(
        "evaluate",
        amounts,
        batches(answers),
        judged,
        rows,
        // Beside each sentence stands the one that it was held against.
        quoted() * 2 * TOKENS_A_SENTENCE * CHARACTERS_A_TOKEN);
  }

  private double quoted() {
    double own = ROWS_A_SENTENCE * sentences(texts.answer());
    return answers * (own + (asksModels() ? sentences(texts.read()) : 0));
  }

  private static double sentences(double tokens) {
    return Math.max(1, tokens / TOKENS_A_SENTENCE);
  }
}
