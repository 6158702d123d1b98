package dev.assay.questions.asked;

import dev.assay.questions.QueryType;
import java.util.Comparator;

/** What questions are counted by. */
public record Cell(int stratum, QueryType type, String difficulty) implements Comparable<Cell> {
  private static final Comparator<Cell> ORDER =
      Comparator.comparingInt(Cell::stratum)
          .thenComparing(Cell::type)
          .thenComparing(Cell::difficulty);

  @Override
  public int compareTo(Cell other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "stratum " + stratum + " " + type.id() + " " + difficulty;
  }
}
