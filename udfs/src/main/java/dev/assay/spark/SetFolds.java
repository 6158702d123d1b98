package dev.assay.spark;

import dev.assay.base.Hashes;
import dev.assay.core.Example;
import dev.assay.core.Models;
import dev.assay.core.SetEvaluator;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * What set evaluators observe of a partition's examples, added up where it is observed: a tally for
 * every evaluator, system, slice and shard of {@value #MOST} examples at a time, or fewer long
 * ones, so that what is sent to other tasks, and what is held here, grows with the tallies and not
 * with the examples.
 */
final class SetFolds implements Iterator<Row> {
  /** System of what is about the cases alone. */
  static final String ALL_SYSTEMS = "all";

  static final StructType SCHEMA =
      StructType.fromDDL(
          "evaluator INT, system STRING, slice STRING, shard STRING, units ARRAY<STRING>,"
              + " tally BINARY");

  private static final int SHARDS = 32;

  /** Examples that are added up before their tallies are sent on. */
  private static final int MOST = 64 * Evaluation.BATCH;

  /** Characters of their questions and answers, which some tallies keep; a batch may go beyond. */
  private static final long MOST_CHARACTERS = 4L << 20;

  private final List<SetEvaluator<?, ?>> evaluators;
  private final RowLimit limit;
  private final Models models;
  private final Iterator<Row> rows;
  private final Deque<Row> ready = new ArrayDeque<>();

  /**
   * @param rows the columns of responses and test_cases, and {@code slices}
   */
  SetFolds(List<SetEvaluator<?, ?>> evaluators, RowLimit limit, Models models, Iterator<Row> rows) {
    this.evaluators = evaluators;
    this.limit = limit;
    this.models = models;
    this.rows = rows;
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && rows.hasNext()) {
      List<Fold<?, ?>> folds = new ArrayList<>();
      for (int number = 0; number < evaluators.size(); number++) {
        folds.add(new Fold<>(number, evaluators.get(number)));
      }
      int taken = 0;
      long characters = 0;
      while (taken < MOST && characters < MOST_CHARACTERS && rows.hasNext()) {
        List<Row> batch = new ArrayList<>();
        while (batch.size() < Evaluation.BATCH && rows.hasNext()) {
          batch.add(rows.next());
        }
        List<Example> examples = batch.stream().map(ExampleRows::from).toList();
        folds.forEach(fold -> fold.add(batch, examples));
        taken += batch.size();
        characters += examples.stream().mapToLong(SetFolds::characters).sum();
      }
      folds.forEach(fold -> ready.addAll(fold.rows()));
    }
    return !ready.isEmpty();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private static long characters(Example example) {
    return example.question().length() + example.answer().map(String::length).orElse(0);
  }

  private record Cell(String system, String slice, String shard) {}

  /**
   * A tally and its groups.
   *
   * @param units groups with something to say
   */
  private record Part<S extends Serializable>(SetTally<S> tally, Set<String> units) {}

  private final class Fold<O extends Serializable, S extends Serializable> {
    private final int number;
    private final SetEvaluator<O, S> evaluator;
    private final SetScoring<O, S> scoring;
    private final Map<Cell, Part<S>> parts = new LinkedHashMap<>();

    Fold(int number, SetEvaluator<O, S> evaluator) {
      this.number = number;
      this.evaluator = evaluator;
      this.scoring = new SetScoring<>(evaluator, limit);
    }

    void add(List<Row> batch, List<Example> examples) {
      List<SetScoring.Observed<O>> observed = scoring.observe(examples, models);
      for (int i = 0; i < examples.size(); i++) {
        Example example = examples.get(i);
        String system = evaluator.bySystem() ? example.system() : ALL_SYSTEMS;
        String own = evaluator.shard(example);
        String group = example.groupId().isEmpty() ? example.caseId() : example.groupId();
        String unit = own.isEmpty() ? group : own;
        String shard = Integer.toString(Math.floorMod(Hashes.sha256(unit).hashCode(), SHARDS));
        boolean counts = observed.get(i).value().map(evaluator::counts).orElse(false);
        for (String slice : RowValues.<String>list(batch.get(i), "slices")) {
          Part<S> part =
              parts.computeIfAbsent(
                  new Cell(system, slice, shard),
                  cell -> new Part<>(scoring.empty(), new LinkedHashSet<>()));
          scoring.add(part.tally(), observed.get(i));
          if (counts) {
            part.units().add(unit);
          }
        }
      }
    }

    List<Row> rows() {
      List<Row> rows = new ArrayList<>();
      parts.forEach(
          (cell, part) ->
              rows.add(
                  NamedRow.of(SCHEMA)
                      .set("evaluator", number)
                      .set("system", cell.system())
                      .set("slice", cell.slice())
                      .set("shard", cell.shard())
                      .set("units", List.copyOf(part.units()))
                      .set("tally", SetParts.bytes(part.tally()))
                      .build()));
      return rows;
    }
  }
}
