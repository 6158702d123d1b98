package dev.assay.model.onnx;

import dev.assay.model.EntityRecogniser.Entity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts the labels of tokens together to entities: B- (or S-, U-) begins one, I- (or E-, L-) goes on
 * with one of the same kind or begins one, O is outside; a label without prefix counts as I-. An
 * entity covers whole words; what then touches another of its kind is one with it.
 */
final class EntitySpans {
  private static final String OUTSIDE = "O";

  private EntitySpans() {}

  /**
   * A token with what the model says of it.
   *
   * @param start first character in the text
   * @param end character behind the last
   * @param probability of the label
   */
  record Token(int start, int end, String label, double probability) {

    boolean outside() {
      return label.equals(OUTSIDE) || start < 0;
    }

    boolean begins() {
      return prefix() != 0 && "BSU".indexOf(prefix()) >= 0;
    }

    String kind() {
      return prefix() == 0 ? label : label.substring(2);
    }

    private char prefix() {
      boolean prefixed = label.length() > 2 && (label.charAt(1) == '-' || label.charAt(1) == '_');
      return prefixed && "BIESLU".indexOf(label.charAt(0)) >= 0 ? label.charAt(0) : 0;
    }
  }

  static List<Entity> of(String text, List<Token> tokens) {
    List<Entity> entities = new ArrayList<>();
    List<Token> run = new ArrayList<>();
    for (Token token : tokens) {
      boolean goesOn =
          !run.isEmpty()
              && !token.outside()
              && !token.begins()
              && token.kind().equals(run.get(0).kind());
      if (!goesOn) {
        finish(text, run, entities);
      }
      if (!token.outside()) {
        run.add(token);
      }
    }
    finish(text, run, entities);
    return joined(entities);
  }

  private static void finish(String text, List<Token> run, List<Entity> entities) {
    if (run.isEmpty()) {
      return;
    }
    int start = run.get(0).start();
    int end = run.get(run.size() - 1).end();
    while (start > 0 && inWord(text, start)) {
      start--;
    }
    while (end < text.length() && inWord(text, end)) {
      end++;
    }
    double mean = run.stream().mapToDouble(Token::probability).average().orElseThrow();
    entities.add(new Entity(run.get(0).kind(), start, end, mean));
    run.clear();
  }

  /** Whether the border before the character at {@code at} is inside a word. */
  private static boolean inWord(String text, int at) {
    return Character.isLetterOrDigit(text.codePointBefore(at))
        && Character.isLetterOrDigit(text.codePointAt(at));
  }

  private static List<Entity> joined(List<Entity> entities) {
    List<Entity> sorted = new ArrayList<>(entities);
    sorted.sort(Comparator.comparingInt(Entity::start));
    List<Entity> joined = new ArrayList<>();
    for (Entity entity : sorted) {
      Entity last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.label().equals(entity.label()) && entity.start() < last.end()) {
        joined.set(
            joined.size() - 1,
            new Entity(
                last.label(),
                last.start(),
                Math.max(last.end(), entity.end()),
                Math.max(last.probability(), entity.probability())));
      } else {
        joined.add(entity);
      }
    }
    return List.copyOf(joined);
  }
}
