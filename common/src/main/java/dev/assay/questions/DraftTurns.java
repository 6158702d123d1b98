package dev.assay.questions;

import dev.assay.base.Seeds;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The drafts of one chunk, one of each type in turn; which type and which draft of a type comes
 * first is seeded by the chunk. A type's turn lasts until one of its drafts has {@link #passed}.
 */
final class DraftTurns {
  private final Map<QueryType, Deque<DraftQuestion>> waiting = new TreeMap<>();
  private final Deque<QueryType> order = new ArrayDeque<>();
  private QueryType last;

  /** The turns of {@code drafts}, which are sorted by key. */
  DraftTurns(long seed, String chunk, List<DraftQuestion> drafts) {
    drafts.stream()
        .sorted(Comparator.comparingLong(draft -> Seeds.of(seed, "select-draft", draft.key())))
        .forEach(
            draft ->
                waiting.computeIfAbsent(draft.queryType(), t -> new ArrayDeque<>()).add(draft));
    waiting.keySet().stream()
        .sorted(Comparator.comparingLong(type -> Seeds.of(seed, "select-type", chunk + type.id())))
        .forEach(order::add);
  }

  /** Whether no draft is left. */
  boolean isEmpty() {
    return order.isEmpty();
  }

  /** Drafts that are left. */
  int size() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** Takes the next draft of the type whose turn it is. */
  DraftQuestion next() {
    Deque<DraftQuestion> own = waiting.get(order.peek());
    DraftQuestion draft = own.poll();
    last = order.peek();
    if (own.isEmpty()) {
      order.remove();
    }
    return draft;
  }

  /** The draft that was taken last was relevant: the next type has its turn. */
  void passed() {
    if (last == order.peek()) {
      order.add(order.remove());
    }
  }
}
